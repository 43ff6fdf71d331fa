// Learning. It runs on a thread of its own without the lock of the interpreter, while the calling thread looks for Ctrl-C.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "diagnostics.hpp"
#include "program.hpp"
#include <loh/learn.hpp>

namespace loh::python {

namespace {

const std::map<std::string, Effort> kEfforts = {{"brief", Effort::brief},
                                                {"quick", Effort::quick},
                                                {"balanced", Effort::balanced},
                                                {"thorough", Effort::thorough},
                                                {"none", Effort::none}};

// Shared by the calling thread and the one that learns, which may end later if it is interrupted.
struct LearnRun {
    explicit LearnRun(LearnTask given) : task(std::move(given)) {}

    LearnTask task;
    LearnHooks hooks;
    std::atomic<bool> stop = false;

    std::mutex mutex;
    std::condition_variable changed;
    bool done = false;
    std::optional<Model> model;
    std::exception_ptr error;
    std::vector<Diagnostic> warnings;
};

void run_learning(const std::shared_ptr<LearnRun>& run) {
    std::optional<Model> model;
    std::exception_ptr error;
    try {
        model = learn(run->task, run->hooks);
    } catch (...) {
        error = std::current_exception();
    }
    std::lock_guard lock(run->mutex);
    if (!run->error) run->error = error;
    run->model = std::move(model);
    run->done = true;
    run->changed.notify_all();
}

bool done_within(LearnRun& run, std::chrono::milliseconds time) {
    std::unique_lock lock(run.mutex);
    return run.changed.wait_for(lock, time, [&] { return run.done; });
}

// Calls a function of Python on the thread that learns. What it raises ends learning and is raised by learn().
template <class Arguments>
void call_python(LearnRun& run, const nb::object& function, const Arguments& arguments) {
    if (run.stop) return;
    nb::gil_scoped_acquire lock;
    try {
        nb::object result = function(arguments());
        if (result.ptr() == Py_True) run.stop = true;
    } catch (...) {
        run.stop = true;
        std::lock_guard guard(run.mutex);
        run.error = std::current_exception();
    }
}

nb::dict progress_dict(const LearnProgress& progress) {
    nb::dict result;
    result["run"] = progress.run;
    result["runs"] = progress.runs;
    result["epoch"] = progress.epoch;
    result["epochs"] = progress.epochs;
    result["step"] = progress.step;
    result["loss"] = progress.loss;
    result["best_macro_f1"] = progress.best_macro_f1;
    result["finished"] = progress.finished;
    return result;
}

// A function of Python that is released under the lock, on whichever thread that happens.
std::shared_ptr<nb::object> shared_object(nb::object object) {
    return {new nb::object(std::move(object)), [](nb::object* pointer) {
                nb::gil_scoped_acquire lock;
                delete pointer;
            }};
}

void set_hooks(const std::shared_ptr<LearnRun>& run, nb::object progress, nb::object tried) {
    LearnRun* learning = run.get();  // the run owns the hooks
    run->hooks.stop = [learning] { return learning->stop.load(); };
    run->hooks.warning = [learning](const Diagnostic& warning) {
        std::lock_guard lock(learning->mutex);
        learning->warnings.push_back(warning);
    };
    if (!progress.is_none())
        run->hooks.progress = [learning,
                               call = shared_object(std::move(progress))](const LearnProgress& now) {
            call_python(*learning, *call, [&] { return progress_dict(now); });
        };
    if (!tried.is_none())
        run->hooks.tried = [learning, call = shared_object(std::move(tried))](const EffortAttempt& attempt) {
            call_python(*learning, *call,
                        [&] { return nb::make_tuple(attempt.what, attempt.score, attempt.taken); });
        };
}

// Waits until learning is done. Raises what a signal handler raises, usually KeyboardInterrupt: then learning is asked to stop,
// and is left to itself if it takes long to do so.
void wait_for(const std::shared_ptr<LearnRun>& run, std::thread& worker) {
    using namespace std::chrono_literals;
    std::optional<nb::python_error> interrupt;
    {
        nb::gil_scoped_release release;
        while (!done_within(*run, 50ms)) {
            nb::gil_scoped_acquire lock;
            if (PyErr_CheckSignals() == 0) continue;
            interrupt.emplace();
            break;
        }
        run->stop = run->stop || interrupt.has_value();
        if (interrupt && !done_within(*run, 400ms)) {
            worker.detach();
        } else {
            worker.join();
        }
    }
    if (interrupt) throw nb::python_error(std::move(*interrupt));
}

// What a learning request has beside its data and program.
struct Request {
    std::map<std::string, std::string> options;  // by flag: explicit options
    std::optional<std::string> effort;
    std::string positive;
    std::size_t pick = 0;
    std::optional<std::size_t> literals_at_most;
    std::vector<std::pair<std::string, bool>> monotone;
    std::vector<std::vector<std::string>> together;
    std::string trace;
    std::string checkpoint;
    double checkpoint_seconds = 30;
};

LearnTask task_of(const Dataset& data, const ParsedProgram* program, const Request& request,
                  const std::map<std::string, std::int64_t>& constants) {
    LearnTask task{data};
    if (program != nullptr) task.program = program->program;
    task.elaborate.constants = constants;
    for (const auto& [flag, value] : request.options) {
        set_option(task.options, flag, value);
        task.given.push_back(flag);
    }
    if (request.effort) {
        auto effort = kEfforts.find(*request.effort);
        if (effort == kEfforts.end())
            throw Error(ErrorKind::usage, "effort '" + *request.effort + "' is unknown",
                        "the efforts are brief, quick, balanced, thorough and none");
        task.effort = effort->second;
    }
    task.positive = request.positive;
    task.path_choice = {request.pick, request.literals_at_most};
    for (const auto& [column, increasing] : request.monotone)
        task.constraints.monotone.push_back({column, increasing});
    task.constraints.together = request.together;
    bool picks = request.pick > 0 || request.literals_at_most.has_value();
    if (picks && task.effort.value_or(default_effort(task)) != Effort::brief)
        throw Error(ErrorKind::usage,
                    std::string(request.pick > 0 ? "pick" : "literals_at_most") +
                        " has no effect: only rule search compares sizes",
                    "leave it out, or leave out the formula and use effort='brief'");
    return task;
}

nb::tuple learn_model(const Dataset& data, const ParsedProgram* program, const Request& request,
                      const std::map<std::string, std::int64_t>& constants, nb::object progress,
                      nb::object tried) {
    auto run = std::make_shared<LearnRun>(task_of(data, program, request, constants));
    run->hooks.trace_path = request.trace;
    run->hooks.checkpoint_path = request.checkpoint;
    run->hooks.checkpoint_seconds = request.checkpoint_seconds;
    set_hooks(run, std::move(progress), std::move(tried));
    std::thread worker(run_learning, run);
    wait_for(run, worker);
    if (run->error) std::rethrow_exception(run->error);
    nb::list warnings;
    for (const Diagnostic& warning : run->warnings) warnings.append(diagnostic_dict(warning));
    return nb::make_tuple(*run->model, warnings);
}

}  // namespace

void bind_learn(nb::module_& module) {
    nb::class_<Request>(module, "Request", "The options of learning.")
        .def(nb::init<>())
        .def_rw("options", &Request::options)
        .def_rw("effort", &Request::effort, nb::arg("value").none())
        .def_rw("positive", &Request::positive)
        .def_rw("pick", &Request::pick)
        .def_rw("literals_at_most", &Request::literals_at_most, nb::arg("value").none())
        .def_rw("monotone", &Request::monotone)
        .def_rw("together", &Request::together)
        .def_rw("trace", &Request::trace)
        .def_rw("checkpoint", &Request::checkpoint)
        .def_rw("checkpoint_seconds", &Request::checkpoint_seconds);
    module.def("learn", &learn_model, nb::arg("data"), nb::arg("program").none(), nb::arg("request"),
               nb::arg("constants"), nb::arg("progress").none(), nb::arg("tried").none());
}

}  // namespace loh::python
