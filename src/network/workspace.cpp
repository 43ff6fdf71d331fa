// Forward and backward passes on the caller's matrices.
//
// Idea: the rows are divided into parts of 256. Each part has its own batch of columns, so parts share only the weights and
// can run in parallel. Gradients of the weights are summed part by part.
//
// Invariant: the result is a function of inputs, logits and pass. Parts do not depend on the number of threads, sums are in
// the order of the parts, and a part is computed as in the trainer, so up to 256 rows give the same bits as the trainer.
//
// A backward pass needs the values of the forward pass. They are kept if they take at most kKeptBytes; beyond, only the inputs
// are kept, and each part runs forward again. This bounds the memory, but a step takes 1.2 to 1.7 times as long (networks of
// the paper's sizes, 1024 to 16384 rows).
//
// Rejected: always running forward again; reading the caller's inputs again in the backward pass, which would be wrong if they
// have changed; smaller parts, which are not faster (kernels/batch.hpp).
#include "network/workspace.hpp"

#include <algorithm>
#include <string>

#include "base/check.hpp"
#include "base/text.hpp"
#include "network/kernels/gates.hpp"
#include "network/kernels/matrix_columns.hpp"

namespace loh {

namespace {

constexpr std::size_t kPartRows = 256;
constexpr std::size_t kWorthSharing =
    4096;  // weights; with fewer, waking another thread costs more than it saves

// The approximate memory of the batch of a full part.
std::size_t bytes_of_a_part(const CompiledProgram& program) {
    std::size_t columns = 2 * program.instructions.size() + 2 * program.outputs.size();
    for (const DenseLayer& layer : program.layers) columns += layer.neurons;
    return sizeof(float) * (columns * kPartRows + 3 * program.layer_weights.size() + program.weight_count);
}

[[noreturn]] void refuse_input(const NetworkData& data, const ConstMatrix& inputs, std::size_t first_row) {
    for (std::size_t row = 0; row < inputs.rows; ++row) {
        for (std::size_t column = 0; column < inputs.columns; ++column) {
            float value = inputs(row, column);
            if (value >= 0 && value <= 1) continue;
            throw Error(ErrorKind::usage,
                        "input " + data.input_names[column] + " in row " + std::to_string(first_row + row) +
                            " is " + spell_number(static_cast<double>(value)) +
                            ", which is not a truth value",
                        "give values from 0 to 1");
        }
    }
    LOH_CHECK(false);
    std::abort();
}

}  // namespace

// --- A block of rows ---

RowBlock::RowBlock(const NetworkData& data, std::size_t max_rows, ThreadPool* pool)
    : data_(data),
      max_rows_(max_rows),
      batch_(data.program, data.semantics, max_rows, pool),
      unused_(max_rows),
      zeros_(max_rows, 0.0F),
      unused_bits_(row_words(max_rows)),
      inputs_(data.input_names.size(), unused_.data()),
      bits_(data.input_names.size(), unused_bits_.data()),
      input_gradients_(data.input_names.size(), zeros_.data()) {
    for (std::size_t i = 0; i < data.input_columns.size(); ++i) {
        std::size_t column = data.input_columns[i];
        inputs_[column] = batch_.input(i).data();
        bits_[column] = batch_.input_bits(i).data();
        input_gradients_[column] = batch_.input_gradient(i).data();
    }
    for (std::size_t o = 0; o < data.formulas.size(); ++o) {
        outputs_.push_back(batch_.output(o).data());
        output_gradients_.push_back(batch_.output_gradient(o).data());
    }
}

void RowBlock::load_floats(const ConstMatrix& inputs, std::size_t first_row, bool checked) {
    if (checked && !all_truth_values(inputs)) refuse_input(data_, inputs, first_row);
    load_columns(inputs, inputs_.data());
    for (std::size_t i = 0; i < data_.input_columns.size(); ++i) {
        std::span<float> padding = batch_.padded_input(i).subspan(inputs.rows);
        std::fill(padding.begin(), padding.end(), 0.0F);
    }
}

void RowBlock::forward(const ConstMatrix& inputs, std::size_t first_row, std::span<const float> weights,
                       const Network::Pass& pass) {
    batch_.set_rows(inputs.rows);
    auto then = pass.gradients == Network::Gradients::none ? Batch::Then::nothing : Batch::Then::backward;
    bool may_be_bits = pass.gradients != Network::Gradients::logits_and_inputs && batch_.prefers_bits();
    if (may_be_bits && load_bits(inputs, bits_.data())) {
        batch_.forward_bits(weights, then);
    } else {
        load_floats(inputs, first_row, pass.check_inputs);
        batch_.forward(weights, then);
    }
}

void RowBlock::store_outputs(const Matrix& outputs) const { store_columns(outputs_.data(), outputs); }

void RowBlock::backward(const ConstMatrix& d_outputs) {
    load_columns(d_outputs, output_gradients_.data());
    batch_.backward();
}

void RowBlock::store_input_gradients(const Matrix& d_inputs) const {
    store_columns(input_gradients_.data(), d_inputs);
}

// --- All rows ---

WorkspaceData::WorkspaceData(std::shared_ptr<const NetworkData> data, std::size_t threads,
                             std::size_t kept_bytes)
    : data_(std::move(data)),
      kept_bytes_(kept_bytes),
      pool_(threads == 1 ? nullptr : std::make_unique<ThreadPool>(threads)),
      weights_(data_->program) {}

std::size_t WorkspaceData::parts() const { return (rows_ + kPartRows - 1) / kPartRows; }

WorkspaceData::Part WorkspaceData::part(std::size_t index) const {
    std::size_t first = index * kPartRows;
    return {first, std::min(kPartRows, rows_ - first)};
}

ThreadPool* WorkspaceData::pool_for_weights() const {
    return data_->program.weight_count >= kWorthSharing ? pool_.get() : nullptr;
}

// The block that runs part `index`; parts take turns if there are fewer blocks.
RowBlock& WorkspaceData::block(std::size_t index) {
    bool alone = parts() == 1 && pool_for_weights() != nullptr;
    std::unique_ptr<RowBlock>& place = alone ? alone_ : blocks_[index % used_blocks_];
    std::size_t rows = std::min(rows_, kPartRows);
    if (place == nullptr || place->max_rows() < rows)
        place = std::make_unique<RowBlock>(*data_, rows, alone ? pool_for_weights() : nullptr);
    return *place;
}

// Calls work(part, block) for every part, used_blocks_ at a time on all threads, and then after_each(block) in order.
template <class Work, class AfterEach>
void WorkspaceData::for_each_part(const Work& work, const AfterEach& after_each) {
    for (std::size_t first = 0; first < parts(); first += used_blocks_) {
        std::size_t count = std::min(used_blocks_, parts() - first);
        for (std::size_t k = 0; k < count; ++k) block(first + k);
        parallel_for(parts() == 1 ? nullptr : pool_.get(), count,
                     [&](std::size_t k, std::size_t) { work(part(first + k), block(first + k)); });
        for (std::size_t k = 0; k < count; ++k) after_each(block(first + k));
    }
}

void WorkspaceData::compute_weights(Logits logits, const Network::Pass& pass) {
    std::optional<Noise> noise;
    if (pass.noise && pass.noise->scale > 0)
        noise = Noise{Random(pass.noise->seed, Stream::noise), pass.noise->step, pass.noise->scale};
    logits.floats().empty() ? weights_.compute(logits.doubles(), pass.temperature, noise, pool_for_weights())
                            : weights_.compute(logits.floats(), pass.temperature, noise, pool_for_weights());
}

void WorkspaceData::choose_blocks(const Network::Pass& pass) {
    bool backward_follows = pass.gradients != Network::Gradients::none;
    kept_ = parts() <= 1 || (backward_follows && parts() * bytes_of_a_part(data_->program) <= kept_bytes_);
    used_blocks_ = std::max<std::size_t>(1, kept_ ? parts() : std::min(parts(), workers_of(pool_.get())));
    blocks_.resize(std::max(blocks_.size(), used_blocks_));
    if (!kept_ && backward_follows) saved_inputs_.resize(parts() * kPartRows * data_->input_names.size());
}

Matrix WorkspaceData::saved(const Part& part) {
    std::size_t columns = data_->input_names.size();
    return {saved_inputs_.data() + part.first * columns, part.count, columns, 1,
            static_cast<std::ptrdiff_t>(kPartRows)};
}

Matrix WorkspaceData::save_inputs(const ConstMatrix& inputs, const Part& part) {
    Matrix copy = saved(part);
    std::vector<float*> columns;
    for (std::size_t c = 0; c < copy.columns; ++c) columns.push_back(&copy(0, c));
    load_columns(inputs, columns.data());
    return copy;
}

void WorkspaceData::forward(const ConstMatrix& inputs, Logits logits, const Network::Pass& pass,
                            const Matrix& outputs) {
    rows_ = inputs.rows;
    pass_ = pass;
    compute_weights(logits, pass);
    choose_blocks(pass);
    bool save = !kept_ && pass.gradients != Network::Gradients::none;
    for_each_part(
        [&](const Part& part, RowBlock& block) {
            ConstMatrix own = inputs.part(part.first, part.count);
            if (save) own = save_inputs(own, part);
            block.forward(own, part.first, weights_.values(), pass);
            block.store_outputs(outputs.part(part.first, part.count));
        },
        [](const RowBlock&) {});
    gradients_ = pass.gradients;
}

void WorkspaceData::backward(const ConstMatrix& d_outputs, const Matrix& d_inputs,
                             std::span<float> d_logits) {
    bool several = parts() != 1;
    if (several) weight_gradient_.assign(data_->program.weight_count, 0.0F);
    Network::Pass again = pass_;
    again.check_inputs = false;
    for_each_part(
        [&](const Part& part, RowBlock& block) {
            if (!kept_) block.forward(saved(part), part.first, weights_.values(), again);
            block.backward(d_outputs.part(part.first, part.count));
            if (d_inputs.data != nullptr) block.store_input_gradients(d_inputs.part(part.first, part.count));
        },
        [&](const RowBlock& block) {
            if (several) add_to_weights(block.weight_gradient(), 1, false, weight_gradient_.data());
        });
    std::span<const float> total =
        several ? std::span<const float>(weight_gradient_) : block(0).weight_gradient();
    const std::vector<Weights::Piece>& pieces = weights_.pieces();
    parallel_for(pool_for_weights(), pieces.size(),
                 [&](std::size_t index, std::size_t) { weights_.backward(pieces[index], total, d_logits); });
}

// --- The public interface ---

namespace {

std::string size_text(std::size_t rows, std::size_t columns) {
    return std::to_string(rows) + " x " + std::to_string(columns);
}

template <class AnyMatrix>
void check_size(const char* name, const AnyMatrix& matrix, std::size_t rows, std::size_t columns) {
    if (matrix.rows != rows || matrix.columns != columns)
        throw Error(ErrorKind::usage, std::string(name) + " must be " + size_text(rows, columns) +
                                          " (rows x columns), they are " +
                                          size_text(matrix.rows, matrix.columns));
    if (matrix.data == nullptr && rows * columns > 0)
        throw Error(ErrorKind::usage, std::string(name) + " have no memory: their data is a null pointer");
}

void check_noise(const std::optional<Network::Noise>& noise) {
    constexpr double kLargestScale = 1e20;
    if (noise && !(noise->scale >= 0 && noise->scale <= kLargestScale))
        throw Error(ErrorKind::usage,
                    "the scale of the noise must be from 0 to 1e20, it is " + spell_number(noise->scale));
}

}  // namespace

Network::Workspace::Workspace(const Network& network, std::size_t threads)
    : data_(std::make_unique<WorkspaceData>(network.data_, threads)) {}
Network::Workspace::~Workspace() = default;
Network::Workspace::Workspace(Workspace&&) noexcept = default;
Network::Workspace& Network::Workspace::operator=(Workspace&&) noexcept = default;

void Network::forward(ConstMatrix inputs, Logits logits, const Pass& pass, Workspace& workspace,
                      Matrix outputs) const {
    if (workspace.data_ == nullptr || !workspace.data_->belongs_to(data_.get()))
        throw Error(ErrorKind::usage, "the workspace belongs to another network");
    workspace.data_->reset();
    check_size("inputs", inputs, inputs.rows, data_->input_names.size());
    check_size("outputs", outputs, inputs.rows, data_->output_names.size());
    check_logits(*data_, logits, pass.temperature);
    check_noise(pass.noise);
    workspace.data_->forward(inputs, logits, pass, outputs);
}

void Network::backward(ConstMatrix d_outputs, Workspace& workspace, Matrix d_inputs,
                       std::span<float> d_logits) const {
    if (workspace.data_ == nullptr || !workspace.data_->belongs_to(data_.get()))
        throw Error(ErrorKind::usage, "the workspace belongs to another network");
    WorkspaceData& passed = *workspace.data_;
    if (passed.gradients() == Gradients::none)
        throw Error(ErrorKind::usage, "there is no forward pass before this backward pass",
                    "call forward() with gradients before backward()");
    check_size("gradients of the outputs", d_outputs, passed.rows(), data_->output_names.size());
    if (d_inputs.data != nullptr || d_inputs.columns > 0) {
        check_size("gradients of the inputs", d_inputs, passed.rows(), data_->input_names.size());
        if (passed.gradients() == Gradients::logits)
            throw Error(ErrorKind::usage, "the forward pass was run for gradients of the logits only",
                        "run it with Gradients::logits_and_inputs");
    }
    if (d_logits.size() != data_->program.logit_count)
        throw Error(ErrorKind::usage, "the network has " + std::to_string(data_->program.logit_count) +
                                          " logits, the buffer for their gradient has " +
                                          std::to_string(d_logits.size()));
    passed.backward(d_outputs, d_inputs, d_logits);
}

}  // namespace loh
