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

void TraceFile::update(std::size_t run, const std::string& lines, bool finished, bool last) {
    if (path_.empty() || run < current_) return;
    if (run > current_) {
        pending_[run] = {lines, finished, last};
        return;
    }
    file_.write(lines.data() + written_, static_cast<std::streamsize>(lines.size() - written_));
    file_.flush();
    if (!file_) throw Error(ErrorKind::io, "cannot write '" + path_ + "'");
    written_ = lines.size();
    if (!finished || last) return;
    ++current_;
    written_ = 0;
    auto next = pending_.find(current_);
    if (next == pending_.end()) return;
    Pending pending = std::move(next->second);
    pending_.erase(next);
    update(current_, pending.lines, pending.finished, pending.last);
}

}  // namespace loh
