#include "stress/check_step.hpp"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <regex>
#include <set>

#include "loh/loh.hpp"

namespace loh::stress {

namespace {

namespace fs = std::filesystem;

constexpr const char* kNoFile = "<no file>";

std::string content_in(const Snapshot& files, const std::string& name) {
    auto found = files.find(name);
    return found == files.end() ? kNoFile : found->second;
}

bool has_fault(const Step& step, const std::string& name) {
    return step.faults.find(name) != std::string::npos;
}

// Faults that a correct program does not notice.
bool is_harmless(const Step& step) {
    return !has_fault(step, "@") && !has_fault(step, "fsync") && !has_fault(step, "close") &&
           !has_fault(step, "link") && !has_fault(step, "rename");
}

std::string error_of_end(const Step& step, const ProcessResult& result) {
    if (result.timed_out) return "it did not end";
    bool killed = result.exit == -SIGKILL && has_fault(step, "kill@");
    if (!killed && (result.exit < 0 || result.exit > 2))
        return "it ended with " + std::to_string(result.exit);
    if (result.exit > 0 && result.err.empty()) return "it failed without a message";
    return "";
}

// Of the reference run: a failed command leaves its outputs as they were.
std::string error_of_reference(const StepRuns& runs) {
    std::set<std::string> outputs(runs.step.outputs.begin(), runs.step.outputs.end());
    std::set<std::string> names;
    for (const Snapshot* files : {&runs.before, &runs.expected}) {
        for (const auto& [name, content] : *files) names.insert(name);
    }
    for (const std::string& name : names) {
        if (content_in(runs.before, name) == content_in(runs.expected, name)) continue;
        if (!outputs.contains(name)) return "without faults: " + name + " has changed";
        if (runs.reference.exit != 0 && name != "checkpoint")
            return "without faults: it failed, and " + name + " has changed";
    }
    return "";
}

std::string error_of_kept_model(const StepRuns& runs) {
    const std::string& kept = runs.step.kept;
    const std::string& message = runs.faulty.err;
    std::string shown = kept == "linked.json" ? "link.json" : kept;
    bool lost = runs.reference.exit == 0 && !kept.empty() &&
                message.find("cannot write '" + shown + "'") != std::string::npos;
    if (!lost) return "";
    std::string expected = content_in(runs.expected, kept);
    if (message.find("the model is printed to standard output") != std::string::npos)
        return runs.faulty.out == expected ? "" : "the printed model is not the one that was learned";
    if (message.find("could neither be kept") != std::string::npos) return "";
    std::string name = kept_model(message);
    if (name.empty()) return "the model is lost";
    return content_in(runs.after, "tmp/" + name) == expected
               ? ""
               : "the kept model is not the one that was learned";
}

bool is_allowed_to_appear(const StepRuns& runs, const std::string& name) {
    if (runs.faulty.exit == -SIGKILL && is_left_by_kill(name)) return true;
    return name.starts_with("tmp/loh-model-") &&
           (runs.faulty.exit == -SIGKILL || !kept_model(runs.faulty.err).empty());
}

std::string error_of_files(const StepRuns& runs) {
    std::set<std::string> outputs(runs.step.outputs.begin(), runs.step.outputs.end());
    std::set<std::string> names(outputs);
    for (const Snapshot* files : {&runs.before, &runs.after}) {
        for (const auto& [name, content] : *files) names.insert(name);
    }
    for (const std::string& name : names) {
        std::string now = content_in(runs.after, name);
        bool as_before = now == content_in(runs.before, name);
        if (outputs.contains(name)) {
            bool complete = now == content_in(runs.expected, name);
            if (runs.faulty.exit == 0 && !complete) return "it succeeded, but " + name + " is not complete";
            // The state of a run differs from moment to moment; the next step that uses it checks it.
            if (!complete && !as_before && name != "checkpoint") return name + " is torn";
        } else if (!as_before && !is_allowed_to_appear(runs, name)) {
            return name + (content_in(runs.before, name) == kNoFile ? " appeared" : " has changed");
        }
    }
    return "";
}

std::string error_of_models(const Snapshot& files) {
    for (const auto& [name, content] : files) {
        if (!name.ends_with(".json") || !content.starts_with("{\n") || name == "schema.json") continue;
        try {
            if (Model::parse(content, name).to_json() != content)
                return name + " changes when it is read and written";
        } catch (const std::exception& error) {
            return name + " cannot be read: " + error.what();
        }
    }
    return "";
}

}  // namespace

Snapshot snapshot_of(const std::string& folder) {
    Snapshot result;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        std::string name = fs::relative(entry.path().parent_path(), folder) / entry.path().filename();
        if (name.starts_with("./")) name = name.substr(2);
        if (entry.is_symlink()) {
            result[name] = "link to " + fs::read_symlink(entry.path()).string();
        } else if (entry.is_regular_file()) {
            result[name] = file_text(entry.path().string());
        }
    }
    return result;
}

bool is_left_by_kill(const std::string& name) {
    static const std::regex kScratch(R"((tmp/)?\.[^/]*\.[0-9a-f]{16}\.part)");
    return std::regex_match(name, kScratch) || name == "checkpoint.loh-lock";
}

std::string kept_model(const std::string& message) {
    static const std::regex kKept(R"(the model is kept in '.*/(loh-model-[A-Za-z0-9]*\.json)')");
    std::smatch found;
    return std::regex_search(message, found, kKept) ? found[1].str() : "";
}

std::string error_of_step(const StepRuns& runs) {
    std::string error = error_of_end(runs.step, runs.reference);
    if (!error.empty()) return "without faults: " + error;
    for (const std::string& each :
         {error_of_reference(runs), error_of_end(runs.step, runs.faulty), error_of_files(runs),
          error_of_kept_model(runs), error_of_models(runs.after)}) {
        if (!each.empty()) return each;
    }
    const ProcessResult& faulty = runs.faulty;
    if (is_harmless(runs.step) && faulty.exit != runs.reference.exit)
        return "status " + std::to_string(faulty.exit) + " instead of " + std::to_string(runs.reference.exit);
    if (faulty.exit == 0 && runs.reference.exit != 0) return "it succeeded, but not without faults";
    if (faulty.exit == 0 && faulty.out != runs.reference.out)
        return "it succeeded, but the printed text is another";
    return "";
}

}  // namespace loh::stress
