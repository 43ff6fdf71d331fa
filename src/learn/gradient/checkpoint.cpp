#include "learn/gradient/checkpoint.hpp"

#include <algorithm>
#include <filesystem>

#include "base/file.hpp"
#include "lang/elaborate.hpp"

namespace loh {

namespace {

constexpr const char* kCheckpointFormat = "loh-checkpoint";
constexpr int kCheckpointVersion = 2;
constexpr double kMaxInterval = 1e8;  // seconds between checkpoints; does not overflow the clock

// FNV-1a with 64 bits.
class Hash {
public:
    void add(const void* data, std::size_t size) {
        const auto* bytes = static_cast<const unsigned char*>(data);
        for (std::size_t i = 0; i < size; ++i) state_ = (state_ ^ bytes[i]) * 0x100000001B3ULL;
    }
    template <class Value>
    void add(const std::vector<Value>& values) {
        add(values.data(), values.size() * sizeof(Value));
    }
    [[nodiscard]] std::string text() const { return std::to_string(state_); }

private:
    std::uint64_t state_ = 0xCBF29CE484222325ULL;
};

Json to_json(const RunState& state) {
    return {{"epoch", state.trainer.epoch},
            {"step", state.trainer.step},
            {"position", state.trainer.position},
            {"loss_sum", state.trainer.loss_sum},
            {"temperature", state.trainer.temperature},
            {"epochs_without_improvement", state.epochs_without_improvement},
            {"finished", state.finished},
            {"flawless", state.flawless},
            {"best_epoch", state.best.epoch},
            {"best_step", state.best.step},
            {"best_macro_f1", state.best.macro_f1},
            {"best_accuracy", state.best.accuracy},
            {"best_loss", state.best.loss},
            {"best_temperature", state.best.temperature},
            {"adam_steps", state.trainer.adam.steps},
            {"logits", state.trainer.logits},
            {"adam_mean", state.trainer.adam.mean},
            {"adam_variance", state.trainer.adam.variance},
            {"best_logits", state.best.logits},
            {"votes", state.trainer.vote.votes},
            {"vote_mean", state.trainer.vote.adam.mean},
            {"vote_variance", state.trainer.vote.adam.variance},
            {"best_votes", state.best.votes},
            {"trace", state.trace},
            {"traced", state.traced}};
}

RunState state_from(const JsonReader& json) {
    RunState state;
    state.trainer.epoch = json.get<std::uint32_t>("epoch");
    state.trainer.step = json.get<std::uint32_t>("step");
    state.trainer.position = json.get<std::uint32_t>("position");
    state.trainer.loss_sum = json.get<double>("loss_sum");
    state.trainer.temperature = json.get<double>("temperature");
    state.epochs_without_improvement = json.get<std::uint32_t>("epochs_without_improvement");
    state.finished = json.get<bool>("finished");
    state.flawless = json.get<bool>("flawless");
    state.best.epoch = json.get<std::uint32_t>("best_epoch");
    state.best.step = json.get<std::uint32_t>("best_step");
    state.best.macro_f1 = json.get<double>("best_macro_f1");
    state.best.accuracy = json.get<double>("best_accuracy");
    state.best.loss = json.get<double>("best_loss");
    state.best.temperature = json.get<double>("best_temperature");
    state.trainer.adam.steps = json.get<std::uint64_t>("adam_steps");
    state.trainer.logits = json.get<std::vector<double>>("logits");
    state.trainer.adam.mean = json.get<std::vector<float>>("adam_mean");
    state.trainer.adam.variance = json.get<std::vector<float>>("adam_variance");
    state.best.logits = json.get<std::vector<double>>("best_logits");
    state.trainer.vote.votes = json.get<std::vector<double>>("votes");
    state.trainer.vote.adam.mean = json.get<std::vector<float>>("vote_mean");
    state.trainer.vote.adam.variance = json.get<std::vector<float>>("vote_variance");
    state.trainer.vote.adam.steps = state.trainer.adam.steps;
    state.best.votes = json.get<std::vector<double>>("best_votes");
    state.trace = json.get<std::string>("trace");
    state.traced = json.get<std::vector<std::uint32_t>>("traced");
    return state;
}

// The number of parameters of the head.
std::size_t vote_count(const Task& task, const CompiledProgram& program) {
    if (task.head != Head::vote) return 0;
    return VoteLayout{task.options.votes, program.outputs.size(), task.examples.classes}.parameters();
}

}  // namespace

Json fingerprint(const Task& task, const TrainedNetwork& network) {
    std::string_view text = network.program.shared_data()->source.text();
    Hash program;
    program.add(text.data(), text.size());
    Hash data;
    const TruthRows& inputs = task.examples.inputs;
    for (const std::vector<float>& column : inputs.columns) data.add(column);
    if (inputs.is_packed()) data.add(inputs.bits->bytes());
    data.add(inputs.bit_of);
    for (std::size_t row = 0; row < task.examples.rows(); ++row) {
        std::uint32_t label = task.examples.labels[row];
        data.add(&label, sizeof label);
    }
    data.add(task.examples.weights);
    for (const Rows* rows : {&task.training, &task.validation}) {
        for (std::uint32_t row : *rows) data.add(&row, sizeof row);
    }
    std::vector<std::size_t> logits;  // [run]
    std::vector<std::size_t> votes;   // [run]
    for (std::size_t run = 0; run < task.runs(); ++run) {
        logits.push_back(task.program_of(run).logit_count);
        votes.push_back(vote_count(task, task.program_of(run)));
    }
    Json result = {{"program", program.text()},
                   {"constants", network.elaborate.constants},
                   {"data", data.text()},
                   {"rows", task.training.size()},
                   {"trace", static_cast<bool>(task.choice_place)}};
    result["options"] = options_to_json(task.options);
    result["logits"] = logits;
    result["votes"] = votes;
    return result;
}

CheckpointFile::CheckpointFile(std::string path, double seconds, Json fingerprint, std::size_t runs)
    : path_(std::move(path)),
      interval_(std::min(seconds, kMaxInterval)),
      fingerprint_(std::move(fingerprint)),
      runs_(runs),
      due_(runs, Clock::now() + std::chrono::duration_cast<Clock::duration>(interval_)) {}

bool CheckpointFile::is_valid(std::size_t run, const RunState& state) const {
    auto logits = fingerprint_["logits"][run].get<std::size_t>();
    auto votes = fingerprint_["votes"][run].get<std::size_t>();
    const TrainerState& trainer = state.trainer;
    return trainer.logits.size() == logits && state.best.logits.size() == logits &&
           trainer.adam.mean.size() == logits && trainer.adam.variance.size() == logits &&
           trainer.vote.votes.size() == votes && trainer.vote.adam.mean.size() == votes &&
           trainer.vote.adam.variance.size() == votes && state.best.votes.size() == votes &&
           trainer.position < std::max<std::size_t>(1, fingerprint_["rows"].get<std::size_t>()) &&
           trainer.temperature > 0 && state.best.temperature > 0 && trainer.adam.steps == trainer.step;
}

std::vector<std::optional<RunState>> CheckpointFile::load() {
    std::vector<std::optional<RunState>> states(runs_.size());
    if (path_.empty() || !std::filesystem::exists(path_)) return states;
    Json json = read_json(read_whole_file(path_), path_);
    JsonReader reader(json, path_);
    if (!json.contains("format") || json["format"] != kCheckpointFormat ||
        reader.get<int>("version") != kCheckpointVersion)
        throw Error(ErrorKind::syntax, path_ + " is not a checkpoint of this version of loh",
                    "give another file to --checkpoint, or remove this one");
    JsonReader task(reader.member("task"), path_);
    for (const auto& [name, value] : fingerprint_.items()) {
        if (task.member(name.c_str()) == value) continue;
        throw Error(ErrorKind::usage, path_ + " belongs to another task: different " + name,
                    "give another file to --checkpoint, or remove this one to start again");
    }
    const Json& runs = reader.member("runs");
    if (!runs.is_array() || runs.size() != runs_.size())
        throw reader.broken("the number of runs does not match the task");
    for (std::size_t run = 0; run < runs_.size(); ++run) {
        if (runs[run].is_null()) continue;
        states[run] = state_from(JsonReader(runs[run], path_));
        if (!is_valid(run, *states[run]) || to_json(*states[run]) != runs[run])
            throw reader.broken("run " + std::to_string(run) + " has invalid values");
        runs_[run] = runs[run];
    }
    return states;
}

void CheckpointFile::save_if_due(std::size_t run, const std::function<RunState()>& state) {
    if (path_.empty() || Clock::now() < due_[run]) return;
    runs_[run] = to_json(state());
    Json json = {{"format", kCheckpointFormat},
                 {"version", kCheckpointVersion},
                 {"task", fingerprint_},
                 {"runs", runs_}};
    due_[run] =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(interval_);  // also if writing fails
    write_file_atomically(path_, write_json(json));
}

}  // namespace loh
