// Different texts, numbered in the order of their first appearance.
//
// One lookup for each cell of a table is most of the work of reading categories, and most of a lookup is waiting for memory.
// So a slot has eight bytes, a text is looked at only when half of the hash agrees, and the texts stand together in a copy
// of their own, not where they were found. A standard map takes about twice as long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace loh {

class TextIndex {
public:
    static constexpr std::uint32_t kNone = UINT32_MAX;

    [[nodiscard]] std::size_t size() const { return ends_.size() - 1; }

    // Numbers are less than size(). The view is valid until the next insert.
    [[nodiscard]] std::string_view text(std::size_t number) const {
        return std::string_view(bytes_).substr(ends_[number], ends_[number + 1] - ends_[number]);
    }

    // The number of the text: a new one when it was not there. At most kNone texts fit.
    std::uint32_t insert(std::string_view text) {
        if (2 * size() >= slots_.size()) grow();
        std::size_t hashed = hash(text);
        Slot& slot = slots_[place_of(text, hashed)];
        if (slot.number == kNone) {
            slot = {tag_of(hashed), static_cast<std::uint32_t>(size())};
            bytes_ += text;
            ends_.push_back(bytes_.size());
        }
        return slot.number;
    }

    // The number of the text, or kNone.
    [[nodiscard]] std::uint32_t find(std::string_view text) const {
        return slots_.empty() ? kNone : slots_[place_of(text, hash(text))].number;
    }

private:
    struct Slot {
        std::uint32_t tag = 0;  // the upper half of the hash; the lower one says where to look first
        std::uint32_t number = kNone;
    };

    static std::size_t hash(std::string_view text) { return std::hash<std::string_view>{}(text); }
    static std::uint32_t tag_of(std::size_t hash) { return static_cast<std::uint32_t>(hash >> 32U); }

    // The slot of the text, or the free one that it would get.
    [[nodiscard]] std::size_t place_of(std::string_view wanted, std::size_t hashed) const {
        for (std::size_t place = hashed;; ++place) {
            place &= slots_.size() - 1;
            const Slot& slot = slots_[place];
            if (slot.number == kNone || (slot.tag == tag_of(hashed) && text(slot.number) == wanted))
                return place;
        }
    }

    void grow() {
        constexpr std::size_t kFirstSlots = 16;
        slots_.assign(slots_.empty() ? kFirstSlots : 2 * slots_.size(), {});
        for (std::uint32_t number = 0; number < size(); ++number) {
            std::size_t hashed = hash(text(number));
            slots_[place_of(text(number), hashed)] = {tag_of(hashed), number};
        }
    }

    std::vector<Slot> slots_;              // as many as a power of two, at most half of them used
    std::string bytes_;                    // the texts, one behind the other
    std::vector<std::size_t> ends_ = {0};  // [number + 1]: where a text ends in `bytes_`
};

}  // namespace loh
