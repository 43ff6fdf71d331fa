// Answers of proofs as text and as JSON. Python prints the same.
#pragma once

#include <iosfwd>
#include <string>

#include "json.hpp"
#include <loh/loh.hpp>

namespace loh::cli {

// A question as the command line has it. Exactly one of the questions is given.
struct ProofQuestion {
    std::string implies;
    std::string monotone;  // COLUMN, COLUMN=+ or COLUMN=-
    std::string fair;
    std::string never;  // A,B
    std::string count;
    bool unused = false;
    bool equivalent = false;
    std::string of_class;  // with monotone
};

// Answers a question about a model; `other` for `equivalent`. Throws Error (usage) for a question that is not well-formed.
ProofAnswer answer_question(const ProofQuestion& question, const Model& model, const Model* other,
                            const ProofOptions& options);

// The cells of a counterexample: of one row, or of two that differ in one column.
void print_cells(std::ostream& out, const ProofAnswer& answer);

void print_answer(std::ostream& out, const ProofAnswer& answer, const Model& model);
Json to_json(const ProofAnswer& answer);

void print_reasons(std::ostream& out, const ProofReasons& reasons, const Model& model,
                   const std::string& row);
Json to_json(const ProofReasons& reasons);

void print_counts(std::ostream& out, const ProofCounts& counts, const Model& model);
Json to_json(const ProofCounts& counts, const Model& model);

}  // namespace loh::cli
