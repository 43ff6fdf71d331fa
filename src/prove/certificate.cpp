// The clauses of a proof as a file, and the solver's proof that they cannot be fulfilled, for an independent checker.
#include <array>
#include <cstdio>
#include <memory>

#include <cadical.hpp>

#include "loh/error.hpp"
#include "loh/file.hpp"
#include "loh/prove.hpp"

namespace loh {

namespace {

struct CloseFile {
    void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); }
};

void copy_to(std::FILE* from, AtomicFile& to) {
    std::rewind(from);
    std::array<char, 1U << 16U> buffer{};
    for (;;) {
        std::size_t count = std::fread(buffer.data(), 1, buffer.size(), from);
        if (count == 0) break;
        to.write({buffer.data(), count});
    }
    if (std::ferror(from) != 0)
        throw Error(ErrorKind::io, "cannot read the proof back from its scratch file");
}

std::string dimacs(const ProofClauses& clauses) {
    std::size_t count = 0;
    for (int literal : clauses.literals) count += literal == 0 ? 1 : 0;
    std::string text = "p cnf " + std::to_string(clauses.variables) + " " + std::to_string(count) + "\n";
    for (int literal : clauses.literals) text += std::to_string(literal) + (literal == 0 ? "\n" : " ");
    return text;
}

}  // namespace

void write_certificate(const ProofClauses& clauses, const std::string& cnf, const std::string& drat) {
    constexpr int kUnsatisfiable = 20;
    std::unique_ptr<std::FILE, CloseFile> scratch(std::tmpfile());
    if (!scratch) throw Error(ErrorKind::io, "cannot create a scratch file for the proof");
    AtomicFile problem(cnf);
    AtomicFile proof(drat);
    {
        CaDiCaL::Solver solver;
        solver.set("quiet", 1);
        solver.set("binary", 0);
        solver.trace_proof(scratch.get(), "proof");
        for (int literal : clauses.literals) solver.add(literal);
        if (solver.solve() != kUnsatisfiable)
            throw Error(ErrorKind::usage, "these clauses are no proof: they can be fulfilled together");
        solver.flush_proof_trace();
        solver.close_proof_trace();
    }
    problem.write(dimacs(clauses));
    copy_to(scratch.get(), proof);
    problem.commit();
    proof.commit();
}

}  // namespace loh
