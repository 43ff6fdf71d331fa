// Recursion on input: nested brackets, names that refer to names. The depth is limited (Limits::max_depth), but a thread may have
// a stack of only some hundred kilobytes, and the caller's frames are on it as well. So each recursive function calls
//
//     return with_deep_stack([&] { return formula_inside(id); });
//
// in every cycle of calls once: when little of the stack is left, the work continues on a new one. That costs a comparison for
// each call, and a thread for some thousand levels.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <type_traits>

namespace loh {

// The address below which less than 128 KiB of the stack of this thread are left, or the system has not been asked yet.
inline constinit thread_local std::uintptr_t low_stack_mark = UINTPTR_MAX;
bool find_low_stack_mark(std::uintptr_t frame) noexcept;  // whether the frame is below it

// Whether less than 128 KiB of the stack of this thread are left.
inline bool stack_is_low() noexcept {
    auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    return frame < low_stack_mark && find_low_stack_mark(frame);
}

// Runs the work on a stack of its own and waits for it. Its exceptions are thrown here. Throws Error (limit) if the system has
// no memory for a stack.
void run_on_new_stack(const std::function<void()>& work);

template <class Work>
auto with_deep_stack(const Work& work) -> decltype(work()) {
    if (!stack_is_low()) return work();
    if constexpr (std::is_void_v<decltype(work())>) {
        run_on_new_stack(work);
    } else {
        std::optional<decltype(work())> result;
        run_on_new_stack([&] { result.emplace(work()); });
        return std::move(*result);
    }
}

}  // namespace loh
