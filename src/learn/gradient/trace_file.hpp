// The trace of a search as one file, in the order of the runs. The lines of a run are written as they arrive once all earlier
// runs have ended; until then they are kept in memory. finish() puts the file in place.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "loh/file.hpp"

namespace loh {

class TraceFile {
public:
    // A resumed search passes all its lines again. Does nothing if `path` is empty.
    explicit TraceFile(const std::string& path);

    // `lines` are all lines of the run so far. The lines of runs after the `last` one are not written.
    void update(std::size_t run, const std::string& lines, bool finished, bool last);

    // Replaces the file by the lines written so far.
    void finish();

    // After an error: ignores all further calls and leaves the old file unchanged.
    void abandon() { file_.reset(); }

private:
    struct Pending {
        std::string lines;
        bool finished;
        bool last;
    };

    std::optional<AtomicFile> file_;
    std::size_t current_ = 0;                 // the run whose lines go to the file
    std::size_t written_ = 0;                 // bytes of the current run in the file
    std::map<std::size_t, Pending> pending_;  // lines of later runs
};

}  // namespace loh
