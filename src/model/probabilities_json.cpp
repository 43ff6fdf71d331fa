#include "model/probabilities_json.hpp"

#include <cmath>

#include "decision/deciding_rules.hpp"

namespace loh {

Json probabilities_to_json(const Probabilities& probabilities, std::size_t classes) {
    Json json = {{"fitted_on", probabilities.fitted_on}};
    if (!probabilities.shift.empty()) {
        json["unit"] = probabilities.unit;
        json["shift"] = probabilities.shift;
        return json;
    }
    json["shares"] = Json::array();
    for (auto first = probabilities.shares.begin(); first != probabilities.shares.end();
         first += static_cast<std::ptrdiff_t>(classes))
        json["shares"].push_back(std::vector(first, first + static_cast<std::ptrdiff_t>(classes)));
    return json;
}

namespace {

constexpr double kMostLogit = 1e6;  // beyond, the softmax of ordinary points could not be computed

void check_softmax(const Probabilities& probabilities, std::size_t classes, const JsonReader& json) {
    bool valid =
        probabilities.shift.size() == classes && probabilities.unit >= 0 && probabilities.unit <= kMostLogit;
    for (double shift : probabilities.shift) valid = valid && std::abs(shift) <= kMostLogit;
    if (!valid) throw json.broken("the probabilities do not fit the classes");
}

void check_shares(const std::vector<double>& shares, std::size_t classes, const JsonReader& json) {
    if (shares.size() != classes) throw json.broken("the probabilities do not fit the classes");
    constexpr double kRounding = 1e-9;
    double sum = 0;
    for (double share : shares) {
        if (!(share >= 0 && share <= 1)) throw json.broken("a probability is not between 0 and 1");
        sum += share;
    }
    if (!(std::abs(sum - 1) <= kRounding)) throw json.broken("probabilities do not add up to 1");
}

}  // namespace

Probabilities probabilities_from(const JsonReader& json, const DecisionData& decision) {
    std::size_t classes = decision.classes().size();
    Probabilities result{json.get<std::string>("fitted_on")};
    if (result.fitted_on != "cross-validation" && result.fitted_on != "validation" &&
        result.fitted_on != "training")
        throw json.broken("'fitted_on' is not known");
    if (decision.head->kind() == Head::vote) {
        result.unit = json.get<double>("unit");
        result.shift = json.get<std::vector<double>>("shift");
        check_softmax(result, classes, json);
        return result;
    }
    for (const std::vector<double>& of_rule : json.get<std::vector<std::vector<double>>>("shares")) {
        check_shares(of_rule, classes, json);
        result.shares.insert(result.shares.end(), of_rule.begin(), of_rule.end());
    }
    if (result.shares.size() != DecidingRules(decision).classes().size() * classes)
        throw json.broken("the probabilities do not fit the rules");
    return result;
}

}  // namespace loh
