#include "learn/gradient/trace_file.hpp"

#include "learn/gradient/run.hpp"

namespace loh {

TraceFile::TraceFile(const std::string& path) {
    if (path.empty()) return;
    file_.emplace(path);
    file_->write(kTraceHeader);
}

void TraceFile::update(std::size_t run, const std::string& lines, bool finished, bool last) {
    if (!file_ || run < current_) return;
    if (run > current_) {
        pending_[run] = {lines, finished, last};
        return;
    }
    file_->write(std::string_view(lines).substr(written_));
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

void TraceFile::finish() {
    if (!file_) return;
    file_->commit();
    file_.reset();
}

}  // namespace loh
