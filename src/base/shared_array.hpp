// An immutable array that is owned by this object or by another owner: a moved vector, a NumPy array, an Arrow buffer.
// Cheap to copy; copies share the values.
//
//     SharedArray<double> own = std::vector<double>{1, 2};
//     SharedArray<double> view(array.data(), array.size(), owner_of_the_array);
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace loh {

template <class T>
class SharedArray {
public:
    SharedArray() = default;
    SharedArray(std::vector<T> values) {  // NOLINT(google-explicit-constructor): any vector converts
        auto own = std::make_shared<const std::vector<T>>(std::move(values));
        data_ = own->data();
        size_ = own->size();
        owner_ = std::move(own);
    }
    SharedArray(std::initializer_list<T> values) : SharedArray(std::vector<T>(values)) {}

    // `owner` keeps the values alive; if it is null, the caller does.
    SharedArray(const T* data, std::size_t size, std::shared_ptr<const void> owner)
        : owner_(std::move(owner)), data_(data), size_(size) {}

    [[nodiscard]] const T* data() const { return data_; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] const T* begin() const { return data_; }
    [[nodiscard]] const T* end() const { return data_ + size_; }
    [[nodiscard]] const T& operator[](std::size_t index) const { return data_[index]; }
    [[nodiscard]] const T& front() const { return data_[0]; }
    [[nodiscard]] const T& back() const { return data_[size_ - 1]; }
    // So many values from `first` on, not copied.
    [[nodiscard]] SharedArray part(std::size_t first, std::size_t count) const {
        return {data_ + first, count, owner_};
    }
    [[nodiscard]] std::vector<T> to_vector() const { return {begin(), end()}; }

    friend bool operator==(const SharedArray& a, const SharedArray& b) {
        if (a.size_ != b.size_) return false;
        for (std::size_t i = 0; i < a.size_; ++i) {
            if (!(a[i] == b[i])) return false;
        }
        return true;
    }

private:
    std::shared_ptr<const void> owner_;
    const T* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace loh
