#include "cut_target.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace loh::cli {

namespace {

constexpr std::string_view kQuantiles = "quantiles:";

std::size_t parts_of(const std::string& text) {
    std::size_t parts = 0;
    std::string_view digits = std::string_view(text).substr(kQuantiles.size());
    auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), parts);
    constexpr std::size_t kMostParts = 100;
    if (error != std::errc() || end != digits.data() + digits.size() || parts < 2 || parts > kMostParts)
        throw Error(ErrorKind::usage, "--cut-target " + text + ": expected a number of parts from 2 to 100",
                    "--cut-target quantiles:3");
    return parts;
}

}  // namespace

void CutTarget::add_option(CLI::App& command) {
    command
        .add_option(
            "--cut-target", cuts_,
            "divide a target of numbers or dates into classes at cut points (10,20), or into N parts of "
            "about the same size (quantiles:N); none: each value is a class, however many there are")
        ->delimiter(',')
        ->type_name("(CUTS|quantiles:N|none)")
        ->allow_extra_args(false);
}

Dataset CutTarget::apply(const Dataset& data) const {
    if (cuts_.empty()) return data;
    bool alone = cuts_.size() == 1;
    if (alone && cuts_[0] == "none") return data.with_each_target_value();
    if (alone && cuts_[0].starts_with(kQuantiles)) return data.with_target_quantiles(parts_of(cuts_[0]));
    std::vector<double> cuts;
    for (const std::string& text : cuts_) {
        try {
            cuts.push_back(Dataset::parse_cut(text));
        } catch (const Error& error) {
            throw Error(ErrorKind::usage, "--cut-target: " + error.diagnostic().message,
                        error.diagnostic().hint);
        }
    }
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    return data.with_cut_target(cuts);
}

}  // namespace loh::cli
