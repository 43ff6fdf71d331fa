// Cells with a category that learning has not seen. Such a cell equals no known category, so a misspelt one may change the
// prediction.
//
//     loh::Predictor predictor(model, reader.header());
//     loh::UnseenCells unseen;
//     while (std::optional<loh::Table> rows = reader.next()) use(predictor.classify(*rows, unseen));
//     for (const std::string& note : unseen.notes(model)) std::cerr << note << '\n';
//         // column sex: 12 cells were not seen in learning: "Female" (12; did you mean "female"?)
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace loh {

class Decision;

struct UnseenCells {
    struct Column {
        std::size_t cells = 0;
        std::map<std::string, std::size_t>
            texts;  // how often each occurs; of many texts, the first kMostTexts
    };
    static constexpr std::size_t kMostTexts = 1000;  // of a column

    std::map<std::string, Column> columns;  // by name; only columns that the formulas read

    // Adds the cells of later rows.
    void add(const UnseenCells& more);

    // One sentence for each column, with its most frequent texts and the categories that were probably meant.
    [[nodiscard]] std::vector<std::string> notes(const Decision& decision) const;
};

}  // namespace loh
