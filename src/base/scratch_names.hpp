// The names of files to remove when a signal ends the process.
#pragma once

namespace loh {

// `name` must stay valid until forget_scratch_name(name). If too many are registered, it is not removed by a signal.
void register_scratch_name(const char* name) noexcept;
void forget_scratch_name(const char* name) noexcept;

}  // namespace loh
