// Knowledge and data: two rules are known, a third is one of several, and a table decides. Run it in this repository.
#include <iostream>

#include <loh/loh.hpp>

int main() {
    loh::Program program = loh::Program::parse(R"(
        fuel := Forest | DryVegetation & Wind
        dry := [LowHum, HighTemp & !Rained, LowHum | HighTemp & !Rained]
        trigger := Lightnings | !Isolated | PowerLines
        output risk := fuel & dry & trigger
    )");
    loh::LearnTask task{loh::Dataset::read_csv("examples/fires.csv", "risk"), program};
    task.options.holdout = 0.25;  // held-out rows for the final figures
    loh::Model model = loh::learn(task);

    model.print(std::cout);
    for (const loh::Model::Part& part : model.parts())
        std::cout << part.name << ": macro F1 " << part.report.macro_f1 << ", fidelity "
                  << part.report.faithful << "/" << part.report.rows << '\n';

    loh::Model again = loh::Model::parse(model.to_json());  // or Model::read, of a file that model.write made
    std::cout << "first row: " << again.classes()[again.classify(task.data)[0]] << '\n';
}
