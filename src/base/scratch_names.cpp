#include "base/scratch_names.hpp"

#include <array>
#include <atomic>

#include <unistd.h>

#include "loh/file.hpp"

namespace loh {

namespace {

// A signal handler may read them at any time: no locks, no allocation.
std::array<std::atomic<const char*>, 64> scratch_names{};
static_assert(std::atomic<const char*>::is_always_lock_free);

}  // namespace

void register_scratch_name(const char* name) noexcept {
    for (std::atomic<const char*>& slot : scratch_names) {
        const char* none = nullptr;
        if (slot.compare_exchange_strong(none, name)) return;
    }
}

void forget_scratch_name(const char* name) noexcept {
    for (std::atomic<const char*>& slot : scratch_names) {
        const char* expected = name;
        if (slot.compare_exchange_strong(expected, nullptr)) return;
    }
}

void remove_scratch_files() noexcept {
    for (std::atomic<const char*>& slot : scratch_names) {
        if (const char* name = slot.load()) ::unlink(name);
    }
}

}  // namespace loh
