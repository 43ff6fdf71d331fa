// gzip: round trips, truncated and damaged files.
#include "base/gzip.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.hpp"
#include "support/effort.hpp"
#include "support/gzip.hpp"
#include "support/learning.hpp"
#include "support/random.hpp"

namespace loh::testing {
namespace {

constexpr std::size_t kEnough = std::size_t{1} << 26U;

std::string unpacked(const std::string& content) { return gunzip(content, "t.gz", kEnough); }

Diagnostic error_of(const std::string& content, std::size_t max_bytes = kEnough) {
    return error_from([&] { gunzip(content, "t.gz", max_bytes); });
}

std::string random_text(std::size_t bytes) {
    Random random(bytes);
    std::string text;
    while (text.size() < bytes) text += static_cast<char>(random.below(random.chance(50) ? 4 : 256));
    return text;
}

TEST(Gzip, IsRecognizedByItsFirstBytes) {
    EXPECT_TRUE(is_gzip(gzipped("a,b\n")));
    EXPECT_FALSE(is_gzip("a,b\n"));
    EXPECT_FALSE(is_gzip("\x1F"));
    EXPECT_FALSE(is_gzip(""));
}

TEST(Gzip, DecompressesToTheOriginal) {
    for (std::size_t bytes : {0, 1, 1000, 262'143, 262'144, 262'145, 3'000'000})
        EXPECT_TRUE(unpacked(gzipped(random_text(bytes))) == random_text(bytes)) << bytes;
}

TEST(Gzip, ConcatenatesMembers) {
    EXPECT_EQ(unpacked(gzipped("a,b\n1,") + gzipped("") + gzipped("2\n")), "a,b\n1,2\n");
    std::string many;
    for (int i = 0; i < 2000; ++i) many += gzipped("x");
    EXPECT_EQ(unpacked(many), std::string(2000, 'x'));
}

TEST(Gzip, IgnoresZerosAfterTheLastMember) {
    EXPECT_EQ(unpacked(gzipped("abc") + std::string(500, '\0')), "abc");
}

TEST(Gzip, RejectsEveryTruncatedFile) {
    std::string whole = gzipped(random_text(500));
    for (std::size_t length = 2; length < whole.size(); ++length) {
        Diagnostic error = error_of(whole.substr(0, length));
        EXPECT_EQ(error.kind, ErrorKind::syntax);
        EXPECT_EQ(error.file, "t.gz");
        EXPECT_EQ(error.message, "the gzip data is truncated") << length;
    }
    EXPECT_EQ(error_of(gzipped("abc") + whole.substr(0, 100)).message, "the gzip data is truncated");
}

TEST(Gzip, RejectsDamagedData) {
    std::string damaged = gzipped(random_text(500));
    damaged[damaged.size() - 6] = static_cast<char>(damaged[damaged.size() - 6] ^ 1);
    EXPECT_EQ(error_of(damaged).message, "the gzip data is damaged: incorrect data check");
    EXPECT_EQ(error_of("\x1F\x8B\x01 no such method").message,
              "the gzip data is damaged: unknown compression method");
    EXPECT_EQ(error_of(gzipped("abc") + "def").message, "the gzip data is followed by data that is not gzip");
}

// The checksum detects every flipped bit of the data. Flipped bits in unused header fields change nothing.
TEST(Gzip, SurvivesFlippedBits) {
    std::string text = random_text(2000);
    std::string whole = gzipped(text);
    Random random(3);
    for (std::uint64_t round = 0; round < repeats(2000); ++round) {
        std::string flipped = whole;
        std::size_t at = random.between(2, whole.size() - 1);
        flipped[at] = static_cast<char>(flipped[at] ^ (1 << random.below(8)));
        try {
            EXPECT_EQ(unpacked(flipped), text) << at;
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::syntax);
        }
    }
}

TEST(Gzip, StopsAtTheLimit) {
    std::string bomb = gzipped(std::string(20'000'000, 'x'));
    EXPECT_LT(bomb.size(), 30'000U);
    Diagnostic error = error_of(bomb, 1'000'000);
    EXPECT_EQ(error.kind, ErrorKind::limit);
    EXPECT_EQ(error.message, "decompresses to more than 1000000 bytes (max_unpacked_bytes)");
    EXPECT_EQ(gunzip(gzipped("12345"), "t.gz", 5), "12345");
    EXPECT_EQ(error_of(gzipped("12345"), 4).kind, ErrorKind::limit);
    EXPECT_EQ(error_of(gzipped("123") + gzipped("456"), 5).kind, ErrorKind::limit);
}

// Many members are appended to the result in small pieces; it must not be in memory twice.
TEST(Gzip, ManyMembersCostNoMoreThanTheirText) {
    constexpr std::size_t kMember = std::size_t{1} << 24U;
    constexpr std::size_t kMembers = 20;
    std::string packed;
    std::string member = gzipped(std::string(kMember, 'x'));
    for (std::size_t i = 0; i < kMembers; ++i) packed += member;
    pid_t child = ::fork();  // a process has its own memory peak
    if (child == 0) {
        auto peak = [] {
            rusage usage{};
            ::getrusage(RUSAGE_SELF, &usage);
            return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
        };
        std::size_t before = peak();
        std::string text = gunzip(packed, "t.gz", SIZE_MAX);
        bool good = text.size() == kMember * kMembers && peak() - before < text.size() * 3 / 2;
        ::_exit(good ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
#if !defined(__SANITIZE_ADDRESS__)
    EXPECT_EQ(status, 0);
#endif
}

TEST(Gzip, DecompressesInParts) {
    std::string text = random_text(100'000);
    std::string packed = gzipped(text.substr(0, 5)) + gzipped(text.substr(5)) + std::string(3, '\0');
    for (std::size_t most : {1U, 3U, 1000U, 1U << 20U}) {
        std::size_t at = 0;
        ByteSource source = [&](char* to, std::size_t wanted) {
            std::size_t count = packed.copy(to, std::min(most, wanted), at);
            at += count;
            return count;
        };
        ByteSource parts = unpack_if_packed(source, "t.gz", kEnough);
        std::string result;
        std::string buffer(most, '\0');
        while (std::size_t count = parts(buffer.data(), most)) result.append(buffer, 0, count);
        EXPECT_TRUE(result == text) << most;
        EXPECT_EQ(parts(buffer.data(), most), 0U);
    }
}

TEST(Gzip, LeavesUncompressedDataUnchanged) {
    for (std::string text : {"", "a", "ab", "abcd"}) {
        ByteSource source = [text, at = std::size_t{0}](char* to, std::size_t most) mutable {
            std::size_t count = text.copy(to, most, at);
            at += count;
            return count;
        };
        EXPECT_EQ(read_all(unpack_if_packed(source, "t", kEnough)), text);
    }
}

}  // namespace
}  // namespace loh::testing
