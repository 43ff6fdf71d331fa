// Any bytes as a model file: reading gives a model or an error within limits. A model that is read predicts, prints and writes
// itself, and what it writes is read again as the same file. Mutations are those of JSON values as well as of bytes.
#include <cstdint>
#include <cstring>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/check.hpp"
#include "loh/loh.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

using Json = nlohmann::ordered_json;

const loh::Table& loans() {
    static const loh::Table table = loh::Table::parse_csv(
        "id,age,income,job,housing,grade,approved\n1,39,86,teacher,rent,1,yes\n2,23,7.5,clerk,own,2,no\n"
        "3,?,40,driver,rent,3,yes\n4,61,,nurse,own,NA,no\n",
        "loans");
    return table;
}

loh::ModelLimits small_limits() {
    loh::ModelLimits limits;
    limits.max_bytes = 1 << 20;
    limits.max_values = 100'000;
    limits.program.max_depth = 200;
    limits.program.max_expansion = 20'000;
    return limits;
}

void use(const loh::Model& model) {
    std::ostringstream out;
    model.print(out);
    try {
        LOH_CHECK(model.predict(loans()).size() == loans().rows());
        static_cast<void>(model.evaluate(loans()));
        static_cast<void>(model.rules_on(loans()));
        static_cast<void>(loh::explain_row(model, loans(), 0));
    } catch (const loh::Error& error) {
        LOH_CHECK(!error.diagnostic().message.empty());
    }
    std::string text = model.to_json();
    LOH_CHECK(loh::Model::parse(text, "written", small_limits()).to_json() == text);
}

// All values of the document.
void collect(Json& value, std::vector<Json*>& all) {
    all.push_back(&value);
    if (!value.is_structured()) return;
    for (auto& member : value) collect(member, all);
}

Json another(const Json& value, std::mt19937& random) {
    switch (random() % 6) {
        case 0: return value.is_number() ? Json(value.get<double>() + 1) : Json(random() % 5);
        case 1: return value.is_number() ? Json(-value.get<double>()) : Json(UINT64_MAX);
        case 2: return value.is_string() ? Json(value.get<std::string>() + "x") : Json("income >= 40");
        case 3: return value.is_array() && !value.empty() ? value[random() % value.size()] : Json::array();
        case 4: return value.is_structured() ? Json::object() : Json(nullptr);
        default: return value.is_number() ? Json(1e300) : Json(true);
    }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed) {
    std::mt19937 random(seed);
    Json document = Json::parse(data, data + size, nullptr, false);
    if (document.is_discarded() || random() % 3 == 0) return LLVMFuzzerMutate(data, size, max_size);
    std::vector<Json*> all;
    collect(document, all);
    Json* to = all[random() % all.size()];
    Json value = random() % 2 == 0 ? *all[random() % all.size()] : another(*to, random);
    if (to->is_array() && random() % 2 == 0) {
        to->push_back(value);
    } else {
        *to = value;
    }
    std::string text = document.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
    std::memcpy(data, text.data(), text.size());
    return text.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string text(reinterpret_cast<const char*>(data), size);
    std::optional<loh::Model> model;
    try {
        model = loh::Model::parse(text, "fuzz", small_limits());
    } catch (const loh::Error& error) {
        LOH_CHECK(!error.diagnostic().message.empty());
    }
    if (model) use(*model);
    return 0;
}
