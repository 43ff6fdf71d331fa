// Where outputs go: links, pipes, descriptors, permissions, scratch files, and locks between writers. All paths are in a
// temporary folder: as root, a wrong write to /dev would destroy a device.
#include "base/output_target.hpp"

#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.hpp"
#include "support/golden.hpp"
#include "support/learning.hpp"

namespace loh::testing {
namespace {

namespace fs = std::filesystem;

mode_t permissions_of(const std::string& path) {
    struct stat status {};
    EXPECT_EQ(::stat(path.c_str(), &status), 0);
    return status.st_mode & 0777U;
}

// A pipe. The reading end collects what is written until all writers have closed it.
class Pipe {
public:
    Pipe() { EXPECT_EQ(::pipe2(ends_, O_CLOEXEC), 0); }
    ~Pipe() {
        close_writer();
        ::close(ends_[0]);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    [[nodiscard]] int writer() const { return ends_[1]; }
    std::string content() {
        close_writer();
        std::string result(1000, '\0');
        ssize_t count = ::read(ends_[0], result.data(), result.size());
        return result.substr(0, count < 0 ? 0 : static_cast<std::size_t>(count));
    }

private:
    void close_writer() {
        if (ends_[1] >= 0) ::close(std::exchange(ends_[1], -1));
    }
    int ends_[2] = {-1, -1};
};

TEST(Output, CreatesTheFileOfADanglingLink) {
    ScratchFolder folder;
    fs::create_directory(folder.file("d"));
    fs::create_symlink("d/f", folder.file("link"));
    fs::create_symlink("link", folder.file("second"));
    write_file_atomically(folder.file("second"), "x");
    EXPECT_TRUE(fs::is_symlink(folder.file("link")));
    EXPECT_TRUE(fs::is_symlink(folder.file("second")));
    EXPECT_EQ(read_text(folder.file("d/f")), "x");
}

TEST(Output, RejectsALinkToItself) {
    ScratchFolder folder;
    fs::create_symlink("link", folder.file("link"));
    EXPECT_EQ(error_from([&] { write_file_atomically(folder.file("link"), "x"); }).message,
              "cannot write '" + folder.file("link") + "': Too many levels of symbolic links");
    EXPECT_TRUE(fs::is_symlink(folder.file("link")));
}

TEST(Output, NamedPipeIsWrittenToAndStays) {
    ScratchFolder folder;
    ASSERT_EQ(::mkfifo(folder.file("pipe").c_str(), 0600), 0);
    fs::create_symlink("pipe", folder.file("link"));
    for (const char* name : {"pipe", "link"}) {
        std::string received;
        std::thread reader([&] { received = read_all(open_file(folder.file("pipe"))); });
        write_file_atomically(folder.file(name), "through the pipe");
        reader.join();
        EXPECT_EQ(received, "through the pipe");
        EXPECT_TRUE(fs::is_fifo(folder.file("pipe")));
        EXPECT_EQ(folder.files(), 2U);
    }
}

TEST(Output, CheckOfAPipeDoesNotOpenIt) {
    ScratchFolder folder;
    ASSERT_EQ(::mkfifo(folder.file("pipe").c_str(), 0600), 0);
    check_writable(folder.file("pipe"));  // would wait for a reader
    EXPECT_EQ(output_target(folder.file("pipe")), "");
}

TEST(Output, LinkToAnOpenPipeIsWrittenToAndStays) {
    ScratchFolder folder;
    Pipe pipe;
    std::string number = std::to_string(pipe.writer());
    for (const std::string& path : {"/proc/self/fd/" + number, "/dev/fd/" + number}) {
        fs::create_symlink(path, folder.file("link"));
        write_file_atomically(folder.file("link"), "x");
        EXPECT_TRUE(fs::is_symlink(folder.file("link")));
        EXPECT_EQ(folder.files(), 1U);
        fs::remove(folder.file("link"));
    }
    EXPECT_EQ(pipe.content(), "xx");
}

// As a command needs it whose output leads to standard output, if that is a file with a header.
TEST(Output, LinkToAnOpenFileContinuesBehindItsContent) {
    ScratchFolder folder;
    int file = ::open(folder.file("f").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    ASSERT_EQ(::write(file, "header\n", 7), 7);
    fs::create_symlink("/proc/self/fd/" + std::to_string(file), folder.file("link"));
    write_file_atomically(folder.file("link"), "rows\n");
    ASSERT_EQ(::write(file, "end\n", 4), 4);
    ::close(file);
    EXPECT_EQ(read_text(folder.file("f")), "header\nrows\nend\n");
    EXPECT_TRUE(fs::is_symlink(folder.file("link")));
    EXPECT_EQ(folder.files(), 2U);
}

TEST(Output, DescriptorOpenedForReadingIsRejected) {
    ScratchFolder folder;
    write_text(folder.file("f"), "old");
    int file = ::open(folder.file("f").c_str(), O_RDONLY | O_CLOEXEC);
    std::string path = folder.file("link");
    fs::create_symlink("/proc/self/fd/" + std::to_string(file), path);
    EXPECT_EQ(error_from([&] { check_writable(path); }).message,
              "cannot write '" + path + "': Bad file descriptor");
    ::close(file);
    EXPECT_EQ(read_text(folder.file("f")), "old");
}

TEST(Output, FilesNamedPartOfTheUserStay) {
    ScratchFolder folder;
    write_text(folder.file("f.part"), "of the user");
    write_text(folder.file("victim"), "elsewhere");
    fs::create_symlink("victim", folder.file("g.part"));
    write_file_atomically(folder.file("f"), "new");
    write_file_atomically(folder.file("g"), "new");
    EXPECT_EQ(read_text(folder.file("f.part")), "of the user");
    EXPECT_EQ(read_text(folder.file("victim")), "elsewhere");
    EXPECT_TRUE(fs::is_symlink(folder.file("g.part")));
    EXPECT_EQ(folder.files(), 5U);
}

TEST(Output, LastWriterToFinishWins) {
    ScratchFolder folder;
    AtomicFile first(folder.file("f"));
    AtomicFile second(folder.file("f"));
    first.write("first, longer");
    second.write("second");
    second.commit();
    EXPECT_EQ(read_text(folder.file("f")), "second");
    first.commit();
    EXPECT_EQ(read_text(folder.file("f")), "first, longer");
    EXPECT_EQ(folder.files(), 1U);
}

TEST(Output, ReadOnlyFileIsNotReplaced) {
    ScratchFolder folder;
    write_text(folder.file("f"), "old");
    fs::permissions(folder.file("f"), fs::perms::owner_read | fs::perms::group_read);
    fs::create_symlink("f", folder.file("link"));
    for (const char* name : {"f", "link"}) {
        Diagnostic error = error_from([&] { write_file_atomically(folder.file(name), "new"); });
        EXPECT_EQ(error.kind, ErrorKind::io);
        EXPECT_EQ(error.message, "cannot write '" + folder.file(name) + "': the file is read-only");
        error_from([&] { check_writable(folder.file(name)); });
    }
    EXPECT_EQ(read_text(folder.file("f")), "old");
    EXPECT_EQ(folder.files(), 2U);
}

TEST(Output, PermissionsAreThoseOfTheOldFileOrOfTheUmask) {
    ScratchFolder folder;
    mode_t before = ::umask(027);
    write_file_atomically(folder.file("new"), "x");
    EXPECT_EQ(permissions_of(folder.file("new")), 0640U);
    for (mode_t mode : {0600U, 0644U, 0777U}) {
        ASSERT_EQ(::chmod(folder.file("new").c_str(), mode), 0);
        write_file_atomically(folder.file("new"), "y");
        EXPECT_EQ(permissions_of(folder.file("new")), mode);
    }
    ::umask(before);
}

TEST(Output, LongestNameIsWritten) {
    ScratchFolder folder;
    std::string name(255, 'n');
    write_file_atomically(folder.file(name), "x");
    EXPECT_EQ(read_text(folder.file(name)), "x");
}

TEST(Output, CheckLeavesNothingBehind) {
    ScratchFolder folder;
    check_writable(folder.file("f"));
    EXPECT_EQ(folder.files(), 0U);
    EXPECT_EQ(error_from([&] { check_writable(folder.file("none/f")); }).message,
              "cannot write '" + folder.file("none/f") + "': No such file or directory");
    EXPECT_EQ(error_from([&] { check_writable(folder.file(".")); }).message,
              "cannot write '" + folder.file(".") + "': Is a directory");
}

TEST(Output, LockExcludesASecondUserUntilItEnds) {
    ScratchFolder folder;
    fs::create_symlink("f", folder.file("link"));
    {
        FileLock lock(folder.file("f"));
        for (const char* name : {"f", "link"}) {
            EXPECT_EQ(error_from([&] { FileLock second(folder.file(name)); }).message,
                      "'" + folder.file(name) + "' is in use by another process");
        }
        FileLock other(folder.file("g"));
    }
    FileLock again(folder.file("f"));
    EXPECT_EQ(folder.files(), 2U);  // the link and the lock
}

TEST(Output, LockFileOfAKilledProcessIsTakenOver) {
    ScratchFolder folder;
    write_text(folder.file("f.loh-lock"), "");
    { FileLock lock(folder.file("f")); }
    EXPECT_EQ(folder.files(), 0U);
}

TEST(Output, LockKeepsAFileWithContent) {
    ScratchFolder folder;
    write_text(folder.file("f.loh-lock"), "of the user");
    {
        FileLock lock(folder.file("f"));
        remove_scratch_files();
    }
    EXPECT_EQ(read_text(folder.file("f.loh-lock")), "of the user");
}

TEST(Output, SignalHandlerRemovesLocks) {
    ScratchFolder folder;
    FileLock lock(folder.file("f"));
    EXPECT_EQ(folder.files(), 1U);
    remove_scratch_files();
    EXPECT_EQ(folder.files(), 0U);
}

}  // namespace
}  // namespace loh::testing
