// A hash index of distinct texts, numbered in the order of first appearance.
//
// Idea: reading categories is mostly one lookup for each cell, and most texts are short. A text of up to 16 bytes is stored
// as two words: it is hashed with two multiplications and compared with two comparisons, without a loop and without a branch
// on the length. A longer text is compared by its hash first, then byte by byte. A slot has eight bytes, and an entry is
// loaded only if half of the hash agrees.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace loh {

class TextIndex {
public:
    static constexpr std::uint32_t kNone = UINT32_MAX;

    [[nodiscard]] std::size_t size() const { return entries_.size(); }

    // `number` < size(). The view is valid until the next insert.
    [[nodiscard]] std::string_view text(std::size_t number) const {
        const Entry& entry = entries_[number];
        if (entry.length > kShort) return std::string_view(bytes_).substr(entry.words[0], entry.length);
        return {reinterpret_cast<const char*>(entry.words), entry.length};
    }

    // Returns the number of the text and inserts the text if it is new. At most kNone texts fit. The bytes after the text, up
    // to `readable`, may be read, which makes the lookup faster.
    std::uint32_t insert(std::string_view text) { return insert(text, text.data() + text.size()); }
    std::uint32_t insert(std::string_view text, const char* readable) {
        if (2 * size() >= slots_.size()) grow();
        Entry wanted = entry_of(text, readable);
        std::uint64_t hashed = hash(wanted);
        Slot& slot = slots_[place_of(wanted, text, hashed)];
        if (slot.number == kNone) {
            slot = {tag_of(hashed), static_cast<std::uint32_t>(size())};
            if (wanted.length > kShort) {
                wanted.words[0] = bytes_.size();
                bytes_ += text;
            }
            entries_.push_back(wanted);
        }
        return slot.number;
    }

    // The number of the text, or kNone.
    [[nodiscard]] std::uint32_t find(std::string_view text) const {
        return find(text, text.data() + text.size());
    }
    [[nodiscard]] std::uint32_t find(std::string_view text, const char* readable) const {
        if (slots_.empty()) return kNone;
        Entry wanted = entry_of(text, readable);
        return slots_[place_of(wanted, text, hash(wanted))].number;
    }

    // Removes all texts.
    void clear() {
        std::fill(slots_.begin(), slots_.end(), Slot{});
        entries_.clear();
        bytes_.clear();
    }

private:
    static constexpr std::size_t kShort = 16;  // bytes in two words
    static constexpr std::uint64_t kFactor = 0xD6E8FEB86659FD93ULL;

    struct Slot {
        std::uint32_t tag = 0;  // the upper half of the hash; the lower half gives the first slot
        std::uint32_t number = kNone;
    };

    struct Entry {
        // A short text, padded with zeros. For a longer text: its offset in bytes_ and the hash of its bytes.
        std::uint64_t words[2];
        std::uint64_t length;  // length of the text in bytes
    };

    // [8 + n]: mask of the first word for a text of n bytes; [n]: mask of the second word.
    static constexpr std::array<std::uint64_t, kShort + 9> kFilled = [] {
        std::array<std::uint64_t, kShort + 9> result{};
        for (std::size_t i = 9; i < result.size(); ++i)
            result[i] = i >= kShort ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * (i - 8))) - 1;
        return result;
    }();

    static Entry entry_of(std::string_view text, const char* readable) {
        std::size_t length = text.size();
        if (length > kShort) return {{0, hash_of_words(text)}, length};
        bool room = readable - text.data() >= static_cast<std::ptrdiff_t>(kShort);
        Entry entry{{0, 0}, length};
        if (std::endian::native == std::endian::little && room) {
            std::memcpy(entry.words, text.data(), kShort);
            entry.words[0] &= kFilled[8 + length];
            entry.words[1] &= kFilled[length];
        } else if (length > 0) {
            std::memcpy(entry.words, text.data(), length);
        }
        return entry;
    }

    // The hash of a long text: word by word, then the last eight bytes, which may overlap the last word.
    static std::uint64_t hash_of_words(std::string_view text) {
        std::uint64_t hashed = text.size();
        auto add = [&](std::size_t at) {
            std::uint64_t word = 0;
            std::memcpy(&word, text.data() + at, sizeof word);
            hashed = (hashed ^ word) * kFactor;
            hashed ^= hashed >> 32U;
        };
        for (std::size_t at = 0; at + 8 < text.size(); at += 8) add(at);
        add(text.size() - 8);
        return hashed;
    }

    static std::uint64_t hash(const Entry& entry) {
        std::uint64_t low = entry.length > kShort ? 0 : entry.words[0];
        std::uint64_t mixed = low * 0x9E3779B97F4A7C15ULL + entry.words[1];
        mixed = (mixed ^ mixed >> 32U) * kFactor;
        return mixed ^ mixed >> 32U;
    }
    static std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32U); }

    [[nodiscard]] bool same(const Entry& entry, const Entry& wanted, std::string_view wanted_text) const {
        if (entry.length != wanted.length || entry.words[1] != wanted.words[1]) return false;
        if (entry.length <= kShort) return entry.words[0] == wanted.words[0];
        return std::memcmp(bytes_.data() + entry.words[0], wanted_text.data(), entry.length) == 0;
    }

    // The slot of the text, or the free slot for it.
    [[nodiscard]] std::size_t place_of(const Entry& wanted, std::string_view text,
                                       std::uint64_t hashed) const {
        for (std::size_t place = hashed;; ++place) {
            place &= slots_.size() - 1;
            const Slot& slot = slots_[place];
            if (slot.number == kNone ||
                (slot.tag == tag_of(hashed) && same(entries_[slot.number], wanted, text)))
                return place;
        }
    }

    void grow() {
        constexpr std::size_t kFirstSlots = 16;
        slots_.assign(slots_.empty() ? kFirstSlots : 2 * slots_.size(), {});
        for (std::uint32_t number = 0; number < size(); ++number) {
            std::uint64_t hashed = hash(entries_[number]);
            std::size_t place = hashed & (slots_.size() - 1);
            while (slots_[place].number != kNone) place = (place + 1) & (slots_.size() - 1);
            slots_[place] = {tag_of(hashed), number};
        }
    }

    std::vector<Slot> slots_;     // size is a power of two, at most half of the slots are used
    std::vector<Entry> entries_;  // [number]
    std::string bytes_;           // the long texts, one after the other
};

}  // namespace loh
