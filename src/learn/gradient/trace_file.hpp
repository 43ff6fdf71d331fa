// The trace of a search as one file, in the order of the runs. The lines of a run are written as they arrive once all earlier
// runs have ended; until then they are kept in memory.
#pragma once

#include <fstream>
#include <map>
#include <string>

namespace loh {

class TraceFile {
public:
    // Truncates the file: a resumed search passes all its lines again. Does nothing if `path` is empty.
    explicit TraceFile(std::string path);

    // `lines` are all lines of the run so far. The lines of runs after the `last` one are not written.
    void update(std::size_t run, const std::string& lines, bool finished, bool last);

private:
    struct Pending {
        std::string lines;
        bool finished;
        bool last;
    };

    std::string path_;
    std::ofstream file_;
    std::size_t current_ = 0;                 // the run whose lines go to the file
    std::size_t written_ = 0;                 // bytes of the current run in the file
    std::map<std::size_t, Pending> pending_;  // lines of later runs
};

}  // namespace loh
