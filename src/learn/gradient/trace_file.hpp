// The trace of a search as one file, in the order of the runs: a run's lines are shown as they come once all runs before
// it have ended.
#pragma once

#include <fstream>
#include <map>
#include <string>

namespace loh {

class TraceFile {
public:
    // Begins the file anew; a resumed search brings its lines again. Does nothing when `path` is empty.
    explicit TraceFile(std::string path);

    // All lines of a run so far. After the `last` run, those of others are not wanted.
    void show(std::size_t run, const std::string& lines, bool finished, bool last);

private:
    struct Ahead {
        std::string lines;
        bool finished;
        bool last;
    };

    std::string path_;
    std::ofstream file_;
    std::size_t current_ = 0;             // the run whose lines go to the file
    std::size_t written_ = 0;             // bytes of it that are there
    std::map<std::size_t, Ahead> ahead_;  // runs after it
};

}  // namespace loh
