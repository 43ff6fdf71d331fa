// Any bytes as a program that is learned from a small table, whose columns fill its holes: learning gives a model or an error
// within limits, and the model is read again from its file with the same predictions.
#include <cstdint>
#include <optional>
#include <string>

#include "base/check.hpp"
#include "loh/loh.hpp"

namespace {

const char* const kRows =
    "age,job,a,yes,y\n20,clerk,1,0,no\n31,nurse,0,1,yes\n45,,1,1,yes\n?,clerk,0,0,no\n52,poet,1,1,yes\n"
    "28,nurse,0,0,no\n";

const loh::Table& table() {
    static const loh::Table result = loh::Table::parse_csv(kRows, "rows");
    return result;
}

const loh::Dataset& rows() {
    static const loh::Dataset data(table(), "y");
    return data;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string text(reinterpret_cast<const char*>(data), size);
    std::optional<loh::Model> model;
    try {
        loh::LearnTask task{rows()};
        task.elaborate.limits.max_depth = 100;
        task.elaborate.limits.max_expansion = 3000;
        task.program = loh::Program::parse(text, "fuzz", task.elaborate.limits);
        task.options.epochs = 1;
        task.options.restarts = 1;
        task.options.threads = 1;
        model = loh::learn(task);
    } catch (const loh::Error& error) {
        LOH_CHECK(!error.diagnostic().message.empty());
    }
    if (!model) return 0;
    loh::Model again = loh::Model::parse(model->to_json(), "written");
    LOH_CHECK(again.predict(table()) == model->predict(table()));
    LOH_CHECK(again.to_json() == model->to_json());
    return 0;
}
