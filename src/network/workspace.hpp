// The memory of the passes of a Network: a batch of columns for each block of rows, and the common weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/thread_pool.hpp"
#include "loh/network.hpp"
#include "network/kernels/batch.hpp"
#include "network/network_data.hpp"
#include "network/weights.hpp"

namespace loh {

// Rows of the caller in the columns of a batch. The pointers are in the order of the columns of the caller's matrices.
class RowBlock {
public:
    RowBlock(const NetworkData& data, std::size_t max_rows, ThreadPool* pool);
    RowBlock(const RowBlock&) = delete;  // contains pointers to itself

    [[nodiscard]] std::size_t max_rows() const { return max_rows_; }

    // Throws Error (usage) for a value outside [0, 1] if inputs are checked; first_row: for its message.
    void forward(const ConstMatrix& inputs, std::size_t first_row, std::span<const float> weights,
                 const Network::Pass& pass);
    void store_outputs(const Matrix& outputs) const;

    void backward(const ConstMatrix& d_outputs);
    void store_input_gradients(const Matrix& d_inputs) const;
    [[nodiscard]] std::span<const float> weight_gradient() const { return batch_.weight_gradient(); }

private:
    void load_floats(const ConstMatrix& inputs, std::size_t first_row, bool checked);

    const NetworkData& data_;
    std::size_t max_rows_;
    Batch batch_;
    std::vector<float> unused_;                  // [row]: receives the inputs that the program does not read
    std::vector<float> zeros_;                   // [row]: their gradient
    std::vector<std::uint64_t> unused_bits_;     // [word]
    std::vector<float*> inputs_;                 // [input column]
    std::vector<std::uint64_t*> bits_;           // [input column]
    std::vector<const float*> input_gradients_;  // [input column]
    std::vector<const float*> outputs_;          // [output]
    std::vector<float*> output_gradients_;       // [output]
};

class WorkspaceData {
public:
    static constexpr std::size_t kKeptBytes = std::size_t{256} << 20U;

    // kept_bytes: the most memory that the forward pass keeps for the backward pass; beyond, parts are run again.
    WorkspaceData(std::shared_ptr<const NetworkData> data, std::size_t threads,
                  std::size_t kept_bytes = kKeptBytes);

    [[nodiscard]] bool belongs_to(const NetworkData* data) const { return data_.get() == data; }

    // Sizes and logits must have been checked, and the last pass reset.
    void forward(const ConstMatrix& inputs, Logits logits, const Network::Pass& pass, const Matrix& outputs);

    // The gradients and the number of rows of the last forward pass; `none` also if there was no pass, or it failed.
    [[nodiscard]] Network::Gradients gradients() const { return gradients_; }
    void reset() { gradients_ = Network::Gradients::none; }
    [[nodiscard]] std::size_t rows() const { return rows_; }
    void backward(const ConstMatrix& d_outputs, const Matrix& d_inputs, std::span<float> d_logits);

private:
    struct Part {  // rows of a part
        std::size_t first;
        std::size_t count;
    };
    [[nodiscard]] std::size_t parts() const;
    [[nodiscard]] Part part(std::size_t index) const;
    [[nodiscard]] ThreadPool* pool_for_weights() const;
    RowBlock& block(std::size_t index);
    template <class Work, class AfterEach>
    void for_each_part(const Work& work, const AfterEach& after_each);

    void compute_weights(Logits logits, const Network::Pass& pass);
    void choose_blocks(const Network::Pass& pass);
    [[nodiscard]] Matrix saved(const Part& part);
    Matrix save_inputs(const ConstMatrix& inputs, const Part& part);  // returns the copy

    std::shared_ptr<const NetworkData> data_;
    std::size_t kept_bytes_;
    std::unique_ptr<ThreadPool> pool_;  // null: one thread
    Weights weights_;
    std::unique_ptr<RowBlock> alone_;                // for a single part: its layers use the pool
    std::vector<std::unique_ptr<RowBlock>> blocks_;  // for several parts, each run by one thread
    std::vector<float> saved_inputs_;     // [part][input column][row of the part], if parts are run again
    std::vector<float> weight_gradient_;  // [weight]: sum over the parts
    std::size_t rows_ = 0;
    std::size_t used_blocks_ = 1;  // number of blocks_ in use at a time
    bool kept_ = true;             // whether every part has its own block
    Network::Pass pass_;
    Network::Gradients gradients_ = Network::Gradients::none;
};

}  // namespace loh
