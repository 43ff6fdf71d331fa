#include "standard_input.hpp"

#include <iostream>

namespace loh::cli {

ByteSource standard_input() {
    return [](char* to, std::size_t most) {
        std::cin.read(to, static_cast<std::streamsize>(most));
        if (std::cin.bad()) throw Error(ErrorKind::io, "cannot read standard input");
        return static_cast<std::size_t>(std::cin.gcount());
    };
}

std::string read_standard_input(std::size_t max_bytes) {
    std::string text;
    std::string chunk(std::size_t{1} << 16U, '\0');
    while (std::cin && text.size() <= max_bytes) {
        std::cin.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
        text.append(chunk.data(), static_cast<std::size_t>(std::cin.gcount()));
    }
    return text;
}

}  // namespace loh::cli
