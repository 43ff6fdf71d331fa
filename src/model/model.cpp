#include "loh/model.hpp"

#include "model/model_data.hpp"

namespace loh {

const LearnOptions& Model::options() const { return data_->options; }
const std::string& Model::learner() const { return data_->learner; }
const std::vector<Model::Part>& Model::parts() const { return data_->parts; }
const std::vector<Rule>& Model::rules() const { return data_->rules; }
const std::string& Model::rules_part() const { return data_->rules_part; }
const std::vector<PathStep>& Model::path() const { return data_->path; }

}  // namespace loh
