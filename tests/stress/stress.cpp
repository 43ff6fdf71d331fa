#include "stress/stress.hpp"

#include <filesystem>
#include <fstream>
#include <functional>

#include "loh/loh.hpp"
#include "stress/check_step.hpp"
#include "stress/process.hpp"

namespace loh::stress {

namespace {

namespace fs = std::filesystem;

void write_start(const Scenario& scenario, const fs::path& folder) {
    fs::remove_all(folder);
    fs::create_directories(folder / "tmp");
    for (const StartFile& file : start_files(scenario))
        std::ofstream(folder / file.name, std::ios::binary) << file.content;
    fs::permissions(folder / "fixed.json", fs::perms::owner_read);
    fs::create_symlink("linked.json", folder / "link.json");
}

// Predicts the table as a whole; the command reads it in blocks.
std::string predicted_text(const Model& model, const std::string& table) {
    Table rows = Table::read_csv(table);
    UnseenCells unseen;
    std::string text = "prediction\n";
    for (std::uint32_t number : Predictor(model, rows).classify(rows, unseen))
        text += model.classes()[number] + "\n";
    return text;
}

ProcessResult call_library(const fs::path& folder, const Step& step) {
    ProcessResult result;
    try {
        Model model = Model::read((folder / step.words[0]).string());
        if (step.command == kResave) {
            model.write((folder / step.words[1]).string());
        } else {
            write_file_atomically((folder / "o0.csv").string(),
                                  predicted_text(model, (folder / step.words[1]).string()));
        }
    } catch (const Error& error) {
        result.exit = 1;
        result.err = error.what();
    }
    return result;
}

// What a call of the library is compared with: prediction by the command, or the same call.
Step command_for(const Step& step) {
    if (step.command != kClassify) return step;
    Step result = step;
    result.command = "predict";
    result.options = {{"-o", "o0.csv"}, {"--quiet"}};
    return result;
}

// `malloc@12,named` gives `malloc`.
std::string kind_of(const std::string& faults) { return faults.substr(0, faults.find_first_of("@,")); }

// Tries a smaller scenario: takes it if it fails too.
bool take_if_failing(StressDriver& driver, StressFailure& failure,
                     const std::function<void(Scenario&)>& reduce) {
    Scenario smaller = failure.scenario;
    reduce(smaller);
    std::optional<StressFailure> still = driver.run(smaller);
    if (still) failure = std::move(*still);
    return still.has_value();
}

}  // namespace

StressDriver::StressDriver(std::string command, std::string library, std::string folder)
    : command_(std::move(command)), library_(std::move(library)), folder_(std::move(folder)) {}

std::optional<StressFailure> StressDriver::run(const Scenario& scenario) {
    fs::path place = fs::path(folder_) / "state";
    fs::path copy = fs::path(folder_) / "reference";
    write_start(scenario, place);
    ++figures_.scenarios;
    auto execute = [&](const Step& step, const fs::path& folder, const std::string& faults) {
        if (is_library_call(step)) return call_library(folder, step);
        return run_process({command_, library_, folder.string(), folder_}, arguments_of(step), faults);
    };
    for (std::size_t i = 0; i < scenario.steps.size(); ++i) {
        const Step& step = scenario.steps[i];
        Snapshot before = snapshot_of(place.string());
        fs::remove_all(copy);
        fs::copy(place, copy, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
        ProcessResult reference = execute(command_for(step), copy, "");
        std::string faults = library_.empty() ? "" : step.faults;
        ProcessResult faulty = execute(step, place, faults);
        StepRuns runs{step,
                      before,
                      std::move(reference),
                      snapshot_of(copy.string()),
                      std::move(faulty),
                      snapshot_of(place.string())};
        ++figures_.steps;
        if (!faults.empty()) ++figures_.faults[kind_of(faults)];
        if (!faults.empty()) ++figures_.exits[runs.faulty.exit];
        if (!kept_model(runs.faulty.err).empty()) ++figures_.models_kept;
        std::string error = error_of_step(runs);
        if (!error.empty())
            return StressFailure{scenario, "step " + std::to_string(i + 1) + ": " + error +
                                               "\nstandard error:\n" + runs.faulty.err + "without faults:\n" +
                                               runs.reference.err};
        for (const auto& [name, content] : runs.after) {
            if (is_left_by_kill(name) || name.starts_with("tmp/")) fs::remove(place / name);
        }
    }
    return {};
}

StressFailure StressDriver::shrink(StressFailure failure) {
    Figures before = figures_;
    for (bool smaller = true; smaller;) {
        smaller = false;
        for (std::size_t i = failure.scenario.steps.size(); i-- > 0;) {
            auto step_of = [i](Scenario& scenario) -> Step& { return scenario.steps[i]; };
            if (take_if_failing(*this, failure, [&](Scenario& s) {
                    s.steps.erase(s.steps.begin() + static_cast<std::ptrdiff_t>(i));
                })) {
                smaller = true;
                continue;
            }
            if (!failure.scenario.steps[i].faults.empty())
                smaller |= take_if_failing(*this, failure, [&](Scenario& s) { step_of(s).faults.clear(); });
            for (std::size_t o = failure.scenario.steps[i].options.size(); o-- > 0;)
                smaller |= take_if_failing(*this, failure, [&](Scenario& s) {
                    step_of(s).options.erase(step_of(s).options.begin() + static_cast<std::ptrdiff_t>(o));
                });
        }
        if (failure.scenario.rows > 10)
            smaller |= take_if_failing(*this, failure, [](Scenario& s) { s.rows = s.rows / 2; });
    }
    figures_ = before;
    return failure;
}

std::string to_text(const StressFailure& failure, std::uint64_t seed) {
    return "seed " + std::to_string(seed) + ", shortened:\n" + to_text(failure.scenario) + failure.message +
           "\nrun it again: loh_stress --seed " + std::to_string(seed) + "\n";
}

std::string to_text(const Figures& figures) {
    std::string text = std::to_string(figures.scenarios) + " scenarios, " + std::to_string(figures.steps) +
                       " steps\nfaults:";
    for (const auto& [kind, count] : figures.faults) text += " " + kind + " " + std::to_string(count);
    text += "\nended with:";
    for (const auto& [status, count] : figures.exits)
        text += " " + std::to_string(status) + ": " + std::to_string(count);
    return text + "\nmodels that could not be saved and were kept: " + std::to_string(figures.models_kept) +
           "\n";
}

}  // namespace loh::stress
