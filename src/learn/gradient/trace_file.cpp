#include "learn/gradient/trace_file.hpp"

#include "learn/gradient/run.hpp"
#include "loh/error.hpp"

namespace loh {

TraceFile::TraceFile(std::string path) : path_(std::move(path)) {
    if (path_.empty()) return;
    file_.open(path_, std::ios::binary | std::ios::trunc);
    file_ << kTraceHeader << std::flush;
    if (!file_) throw Error(ErrorKind::io, "cannot write '" + path_ + "'");
}

void TraceFile::show(std::size_t run, const std::string& lines, bool finished, bool last) {
    if (path_.empty() || run < current_) return;
    if (run > current_) {
        ahead_[run] = {lines, finished, last};
        return;
    }
    file_.write(lines.data() + written_, static_cast<std::streamsize>(lines.size() - written_));
    file_.flush();
    if (!file_) throw Error(ErrorKind::io, "cannot write '" + path_ + "'");
    written_ = lines.size();
    if (!finished || last) return;
    ++current_;
    written_ = 0;
    auto next = ahead_.find(current_);
    if (next == ahead_.end()) return;
    Ahead waiting = std::move(next->second);
    ahead_.erase(next);
    show(current_, waiting.lines, waiting.finished, waiting.last);
}

}  // namespace loh
