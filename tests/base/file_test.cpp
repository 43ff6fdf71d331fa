// Atomic replacement of files, also when the writer is killed while it writes.
#include "base/file.hpp"

#include <csignal>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/learning.hpp"

namespace loh::testing {
namespace {

// Writes in a child process that is killed after `bytes` bytes. Returns whether it was killed.
bool killed_while_writing(const std::string& path, const std::string& content, rlim_t bytes) {
    pid_t child = ::fork();
    if (child == 0) {
        rlimit limit{bytes, bytes};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        std::signal(SIGXFSZ, SIG_DFL);
        write_file_atomically(path, content);
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ;
}

bool has_unnamed_files(const ScratchFolder& folder) {
    int file = ::open(folder.file(".").c_str(), O_TMPFILE | O_WRONLY, 0600);
    if (file >= 0) ::close(file);
    return file >= 0;
}

TEST(File, ReadsBackWhatWasWritten) {
    ScratchFolder folder;
    for (const std::string& content :
         {std::string(), std::string("a\0b\r\n", 5), std::string(1'000'000, 'x')}) {
        write_file_atomically(folder.file("f"), content);
        EXPECT_EQ(read_whole_file(folder.file("f")), content);
        EXPECT_EQ(folder.files(), 1U);
    }
    EXPECT_EQ(read_whole_file(folder.file("f"), 10), std::string(10, 'x'));
}

TEST(File, FailedWriteThrowsAndLeavesNoFile) {
    ScratchFolder folder;
    Diagnostic error = error_from([&] { write_file_atomically(folder.file("none/f"), "x"); });
    EXPECT_EQ(error.kind, ErrorKind::io);
    EXPECT_EQ(error.message, "cannot write '" + folder.file("none/f") + "': No such file or directory");
    std::filesystem::create_directory(folder.file("d"));
    EXPECT_EQ(error_from([&] { write_file_atomically(folder.file("d"), "x"); }).kind, ErrorKind::io);
    EXPECT_EQ(folder.files(), 1U);
}

TEST(File, KeepsItsContentWhenTheWriterIsKilled) {
    ScratchFolder folder;
    write_file_atomically(folder.file("f"), "old");
    for (rlim_t bytes : {0U, 1U, 5000U})
        ASSERT_TRUE(killed_while_writing(folder.file("f"), std::string(10'000, 'x'), bytes));
    EXPECT_EQ(read_whole_file(folder.file("f")), "old");
}

TEST(File, KilledWriterLeavesNoScratchFile) {
    ScratchFolder folder;
    if (!has_unnamed_files(folder)) GTEST_SKIP() << "the file system has no O_TMPFILE";
    for (int times = 0; times < 3; ++times)
        ASSERT_TRUE(killed_while_writing(folder.file("f"), std::string(10'000, 'x'), 5000));
    EXPECT_EQ(folder.files(), 0U);
}

TEST(File, ReplacesTheTargetOfALinkAndKeepsTheLink) {
    ScratchFolder folder;
    write_file_atomically(folder.file("f"), "old");
    std::filesystem::permissions(folder.file("f"), std::filesystem::perms::owner_all);
    std::filesystem::create_symlink(folder.file("f"), folder.file("link"));
    write_file_atomically(folder.file("link"), "new");
    EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
    EXPECT_EQ(read_whole_file(folder.file("f")), "new");
    EXPECT_EQ(std::filesystem::status(folder.file("f")).permissions(), std::filesystem::perms::owner_all);
}

TEST(File, PiecesAppearOnCommit) {
    ScratchFolder folder;
    write_file_atomically(folder.file("f"), "old");
    {
        AtomicFile file(folder.file("f"));
        file.write("a");
        file.write("");
        file.write("b");
        EXPECT_EQ(read_whole_file(folder.file("f")), "old");
        file.commit();
    }
    EXPECT_EQ(read_whole_file(folder.file("f")), "ab");
    EXPECT_EQ(folder.files(), 1U);
}

TEST(File, PiecesWithoutCommitAreRemoved) {
    ScratchFolder folder;
    write_file_atomically(folder.file("f"), "old");
    AtomicFile(folder.file("f")).write("new");
    AtomicFile(folder.file("g")).write("new");
    EXPECT_EQ(read_whole_file(folder.file("f")), "old");
    EXPECT_EQ(folder.files(), 1U);
}

TEST(File, ReadsInParts) {
    ScratchFolder folder;
    write_file_atomically(folder.file("f"), "abcde");
    ByteSource bytes = open_file(folder.file("f"));
    char part[3] = {};
    EXPECT_EQ(bytes(part, 3), 3U);
    EXPECT_EQ(std::string(part, 3), "abc");
    EXPECT_EQ(read_all(bytes), "de");
    EXPECT_EQ(bytes(part, 3), 0U);
    EXPECT_EQ(error_from([&] { open_file(folder.file("none")); }).kind, ErrorKind::io);
}

TEST(File, StopsReadingWhenAskedTo) {
    std::size_t given = 0;
    ByteSource endless = [&](char* to, std::size_t most) {
        std::fill_n(to, most, 'x');
        given += most;
        return most;
    };
    std::size_t seen = 0;
    std::string text =
        read_all(endless, [&](std::string_view piece) { return (seen += piece.size()) > 100'000'000; });
    EXPECT_EQ(text, std::string(given, 'x'));
    EXPECT_LT(given, 102'000'000U);
}

}  // namespace
}  // namespace loh::testing
