#include "base/upper_count.hpp"

#include <limits>
#include <utility>

#include <mpfr.h>

namespace loh {

namespace {

constexpr mpfr_prec_t kPrecision = 256;

// Frees the caches that MPFR fills for each thread during logarithms and printing; they would leak when the thread ends.
struct CacheRelease {
    CacheRelease() = default;
    CacheRelease(const CacheRelease&) = delete;
    CacheRelease& operator=(const CacheRelease&) = delete;
    ~CacheRelease() { mpfr_free_cache(); }
};

}  // namespace

struct UpperCount::Big {
    mpfr_t number;

    explicit Big(std::uint64_t value) {
        static_assert(sizeof(unsigned long) == sizeof(std::uint64_t));
        mpfr_init2(number, kPrecision);
        mpfr_set_ui(number, value, MPFR_RNDU);
    }
    Big(const Big& other) {
        mpfr_init2(number, kPrecision);
        mpfr_set(number, other.number, MPFR_RNDU);
    }
    Big& operator=(const Big&) = delete;
    ~Big() { mpfr_clear(number); }
};

UpperCount::UpperCount(std::uint64_t value) : small_(value) {}
UpperCount::UpperCount(const UpperCount& other)
    : small_(other.small_), big_(other.big_ ? std::make_unique<Big>(*other.big_) : nullptr) {}
UpperCount::UpperCount(UpperCount&& other) noexcept = default;
UpperCount::~UpperCount() = default;

UpperCount& UpperCount::operator=(UpperCount other) noexcept {
    std::swap(small_, other.small_);
    std::swap(big_, other.big_);
    return *this;
}

std::unique_ptr<UpperCount::Big> UpperCount::as_big() const {
    return big_ ? std::make_unique<Big>(*big_) : std::make_unique<Big>(small_);
}

UpperCount& UpperCount::operator+=(const UpperCount& other) {
    std::uint64_t sum = 0;
    if (!big_ && !other.big_ && !__builtin_add_overflow(small_, other.small_, &sum)) {
        small_ = sum;
        return *this;
    }
    std::unique_ptr<Big> right = other.as_big();
    if (!big_) big_ = as_big();
    mpfr_add(big_->number, big_->number, right->number, MPFR_RNDU);
    return *this;
}

UpperCount& UpperCount::operator*=(const UpperCount& other) {
    std::uint64_t product = 0;
    if (!big_ && !other.big_ && !__builtin_mul_overflow(small_, other.small_, &product)) {
        small_ = product;
        return *this;
    }
    std::unique_ptr<Big> right = other.as_big();
    if (!big_) big_ = as_big();
    mpfr_mul(big_->number, big_->number, right->number, MPFR_RNDU);
    return *this;
}

bool UpperCount::less_than(const UpperCount& other) const {
    if (!big_ && !other.big_) return small_ < other.small_;
    return mpfr_cmp(as_big()->number, other.as_big()->number) < 0;
}

std::string UpperCount::digits(std::size_t most) const {
    if (!big_) {
        std::string text = std::to_string(small_);
        return text.size() <= most ? text : std::string();
    }
    bool exact = mpfr_number_p(big_->number) != 0 && mpfr_get_exp(big_->number) <= kPrecision;
    if (!exact) return {};
    CacheRelease release;
    char* text = nullptr;
    mpfr_asprintf(&text, "%.0Rf", big_->number);
    std::string result(text);
    mpfr_free_str(text);
    return result.size() <= most ? result : std::string();
}

double UpperCount::log10() const {
    CacheRelease release;
    std::unique_ptr<Big> value = as_big();
    mpfr_log10(value->number, value->number, MPFR_RNDU);
    return mpfr_get_d(value->number, MPFR_RNDU);
}

}  // namespace loh
