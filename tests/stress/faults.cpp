// Faults for a process that loads this library by LD_PRELOAD. The variable LOH_FAULTS is a list, with commas:
//
//     short       writes and reads transfer half of the bytes
//     eintr       every second write, read, open and fsync is interrupted
//     enospc@N    writes fail from the Nth on: the disk is full
//     enospc1@N   the Nth write fails
//     fsync, close, link, rename    this function fails
//     named       files without a name (O_TMPFILE) are not supported
//     kill@N      the process is killed at the Nth function that changes a file
//     malloc@N    the Nth allocation fails
//     mallocs@N   allocations fail from the Nth on; small ones succeed again after a large block is freed
//
// Numbers start at 0. Standard error is spared, so that messages arrive. System calls are made directly, and allocation uses the
// names that glibc exports for this purpose.
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstddef>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>
#include <fcntl.h>
#include <malloc.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* block);
}

namespace {

constexpr long kNever = -1;

struct Faults {
    bool short_transfers = false;
    bool interrupts = false;
    bool no_fsync = false;
    bool no_close = false;
    bool no_link = false;
    bool no_rename = false;
    bool no_unnamed = false;
    long full_from = kNever;
    long full_at = kNever;
    long kill_at = kNever;
    long no_memory_at = kNever;
    long no_memory_from = kNever;
};

std::atomic<long> writes{0};
std::atomic<long> changes{0};
std::atomic<long> allocations{0};
std::atomic<long> calls{0};
std::atomic<bool> ready{false};
std::atomic<bool> missed{false};       // an allocation has failed
std::atomic<bool> has_reserve{false};  // and then a large block was freed
constexpr std::size_t kSmall = std::size_t{1} << 16U;
constexpr std::size_t kLarge = std::size_t{1} << 19U;
Faults faults;

long number_after(const char* list, const char* name) {
    const char* found = std::strstr(list, name);
    return found == nullptr ? kNever : std::atol(found + std::strlen(name));
}

__attribute__((constructor)) void read_faults() {
    const char* list = std::getenv("LOH_FAULTS");
    if (list == nullptr) return;
    auto has = [&](const char* name) { return std::strstr(list, name) != nullptr; };
    faults = {has("short"),
              has("eintr"),
              has("fsync"),
              has("close"),
              has("link"),
              has("rename"),
              has("named"),
              number_after(list, "enospc@"),
              number_after(list, "enospc1@"),
              number_after(list, "kill@"),
              number_after(list, "malloc@"),
              number_after(list, "mallocs@")};
}

using Main = int (*)(int, char**, char**);
Main main_of_program = nullptr;

// Allocations count from here on: before main, no program can handle an error.
int main_with_faults(int count, char** words, char** environment) {
    ready = true;
    return main_of_program(count, words, environment);
}

bool interrupted() {
    if (!faults.interrupts || calls.fetch_add(1) % 2 == 0) return false;
    errno = EINTR;
    return true;
}

void may_kill() {
    if (faults.kill_at != kNever && changes.fetch_add(1) == faults.kill_at) ::raise(SIGKILL);
}

bool disk_full() {
    if (faults.full_from == kNever && faults.full_at == kNever) return false;
    long number = writes.fetch_add(1);
    bool full = (faults.full_from != kNever && number >= faults.full_from) || number == faults.full_at;
    if (full) errno = ENOSPC;
    return full;
}

bool out_of_memory(std::size_t size) {
    if (!ready) return false;
    if (faults.no_memory_at == kNever && faults.no_memory_from == kNever) return false;
    if (has_reserve && size < kSmall) return false;
    long number = allocations.fetch_add(1);
    bool fails =
        number == faults.no_memory_at || (faults.no_memory_from != kNever && number >= faults.no_memory_from);
    if (fails) missed = true;
    if (fails) errno = ENOMEM;
    return fails;
}

int fails_with(int error) {
    errno = error;
    return -1;
}

std::size_t shortened(std::size_t size) { return faults.short_transfers && size > 1 ? size / 2 : size; }

int open_file_directly(const char* path, int flags, mode_t mode) {
    bool writes_to_it = (flags & O_ACCMODE) != O_RDONLY;
    if (writes_to_it) may_kill();
    if (interrupted()) return -1;
    if (faults.no_unnamed && (flags & O_TMPFILE) == O_TMPFILE) return fails_with(EOPNOTSUPP);
    return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

}  // namespace

extern "C" {

int __libc_start_main(Main start, int count, char** words, void (*first)(), void (*last)(), void (*unload)(),
                      void* stack) {
    using Start = int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);
    main_of_program = start;
    auto real = reinterpret_cast<Start>(::dlsym(RTLD_NEXT, "__libc_start_main"));
    return real(main_with_faults, count, words, first, last, unload, stack);
}

ssize_t write(int file, const void* data, std::size_t size) {
    if (file != STDERR_FILENO) {
        may_kill();
        if (interrupted() || disk_full()) return -1;
        size = shortened(size);
    }
    return ::syscall(SYS_write, file, data, size);
}

ssize_t writev(int file, const iovec* parts, int count) {
    if (file != STDERR_FILENO) {
        may_kill();
        if (interrupted() || disk_full()) return -1;
        if (faults.short_transfers && count > 0 && parts[0].iov_len > 1)
            return ::syscall(SYS_write, file, parts[0].iov_base, shortened(parts[0].iov_len));
    }
    return ::syscall(SYS_writev, file, parts, count);
}

ssize_t read(int file, void* data, std::size_t size) {
    if (interrupted()) return -1;
    return ::syscall(SYS_read, file, data, shortened(size));
}

int open(const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    return open_file_directly(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    return open_file_directly(path, flags, mode);
}

int fsync(int file) {
    may_kill();
    if (interrupted()) return -1;
    return faults.no_fsync ? fails_with(EIO) : static_cast<int>(::syscall(SYS_fsync, file));
}

int close(int file) {
    may_kill();
    bool writable = (::fcntl(file, F_GETFL) & O_ACCMODE) != O_RDONLY;
    auto result = static_cast<int>(::syscall(SYS_close, file));
    return faults.no_close && writable ? fails_with(ENOSPC) : result;
}

int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) {
    may_kill();
    if (faults.no_link) return fails_with(EIO);
    return static_cast<int>(::syscall(SYS_linkat, from_folder, from, to_folder, to, flags));
}

int rename(const char* from, const char* to) noexcept {
    may_kill();
    return faults.no_rename ? fails_with(EIO)
                            : static_cast<int>(::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int unlink(const char* path) noexcept {
    may_kill();
    return static_cast<int>(::syscall(SYS_unlinkat, AT_FDCWD, path, 0));
}

void* malloc(std::size_t size) { return out_of_memory(size) ? nullptr : __libc_malloc(size); }

void* calloc(std::size_t count, std::size_t size) {
    return out_of_memory(count * size) ? nullptr : __libc_calloc(count, size);
}

void* realloc(void* old, std::size_t size) {
    return out_of_memory(size) ? nullptr : __libc_realloc(old, size);
}

void free(void* block) {
    if (missed && block != nullptr && ::malloc_usable_size(block) >= kLarge) has_reserve = true;
    __libc_free(block);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
    return out_of_memory(size) ? nullptr : __libc_memalign(alignment, size);
}

int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
    if (out_of_memory(size)) return ENOMEM;
    *result = __libc_memalign(alignment, size);
    return *result == nullptr ? ENOMEM : 0;
}

}  // extern "C"
