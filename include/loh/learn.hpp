// Learning: a program with choices, a table, and out comes the hypothesis that fits.
//
//     loh::Program program = loh::Program::parse(R"(
//         output risk := [smoker, true] & [age_over_60, !sports, false] | diabetic
//     )");
//     loh::Table table = loh::Table::read_csv("patients.csv");     // columns of 0 and 1, or numbers between
//
//     loh::LearnTask task{program, table, "risk"};
//     task.options.restarts = 10;
//     task.options.holdout = 0.2;                                  // rows kept aside for the final figures
//     loh::Model model = loh::learn(task);
//
//     std::cout << model.formulas()[0].formula << '\n';            // an ordinary formula, such as smoker & !sports | ...
//     std::cout << model.parts().back().report.macro_f1 << '\n';   // on the rows kept aside
//     model.write("risk.json");
//
// The program's inputs are columns of the table, matched by name, whose cells are truth values; or atoms such as `age >= 40`
// and `job in {"clerk", "nurse"}` over columns of numbers and categories. Holes, as in `age >= ?` and `rules(5)`, are filled
// with what the training rows offer (docs/language.md). The target is another column, whose cells are the classes. One output learns a yes or no; several outputs, named after the classes, learn exclusive classes.
//
// The result is a function of program, table and options: the same bytes for any number of threads, and for a run that
// was killed and resumed from its checkpoint.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "loh/learn_options.hpp"
#include "loh/model.hpp"
#include "loh/program.hpp"
#include "loh/table.hpp"
#include "loh/table_schema.hpp"

namespace loh {

struct LearnTask {
    Program program;
    Table table;
    std::string target = {};  // the column with the classes
    std::string positive =
        {};  // for one output: the class it stands for; empty: 1, true, yes, ... or the output's name
    LearnOptions options = {};
    ElaborateOptions elaborate = {};
    TableSchema schema = {};  // types of columns, where they are not to be found out
};

struct LearnProgress {
    std::size_t run = 0;  // from 0
    std::size_t runs = 0;
    std::size_t epoch = 0;
    std::size_t epochs = 0;    // at most; 0 where rules are found by search, which has none, nor a loss
    double loss = 0;           // mean of the epoch, with noise
    double best_macro_f1 = 0;  // so far, on the validation rows, or the training rows when there are none
    bool finished = false;     // the run has ended

    // The length of the formula with that F1, as yet not pruned. It has to be worked out, so ask now and then only.
    struct Size {
        std::size_t rules = 0;
        std::size_t literals = 0;
    };
    std::function<Size()> size;
};

// What happens on the way; all optional. Functions are called by one thread at a time.
struct LearnHooks {
    std::function<void(const LearnProgress&)> progress;  // after each epoch
    std::function<void(const Diagnostic&)> warning;      // likely mistakes that are no errors
    std::function<bool()> stop;  // asked after each epoch: true ends learning with the best so far

    // A file of tab-separated lines, one for each change of a choice: run, step, place of the choice, the alternative
    // before and after, loss and F1 of the formula on the training rows from then on.
    std::string trace_path;

    // A file with everything that is needed to go on. When it exists, learning goes on from it; an Error when it belongs
    // to another task. It is replaced as a whole every so many seconds, and removed by the caller when the model is safe.
    std::string checkpoint_path;
    double checkpoint_seconds = 30;
};

// Throws Error for a table that does not fit the program.
Model learn(const LearnTask& task, const LearnHooks& hooks = {});

}  // namespace loh
