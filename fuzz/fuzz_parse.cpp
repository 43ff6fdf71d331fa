// Any bytes: parsing gives a tree or an error. Accepted programs print and format to the same program, and formatting is
// idempotent at every width.
#include <cstdint>
#include <string_view>

#include "base/check.hpp"
#include "loh/program.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text(reinterpret_cast<const char*>(data), size);
    loh::Limits limits;
    limits.max_depth = 200;
    try {
        loh::Program program = loh::Program::parse(text, "fuzz", limits);
        limits.max_depth = 1000;  // the canonical form may need one more level
        LOH_CHECK(loh::Program::parse(program.to_string(), "printed", limits) == program);
        for (std::size_t width : {20, 100}) {
            std::string formatted = program.format(width);
            loh::Program again = loh::Program::parse(formatted, "formatted", limits);
            LOH_CHECK(again == program);
            LOH_CHECK(again.format(width) == formatted);
        }
    } catch (const loh::Error& error) {
        LOH_CHECK(!error.diagnostic().message.empty());
        LOH_CHECK(error.diagnostic().file != "printed" && error.diagnostic().file != "formatted");
    }
    return 0;
}
