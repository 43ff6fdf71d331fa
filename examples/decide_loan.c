// One decision of an exported model (docs/export.md).
#include <stdio.h>

#include "loh-doc-export.h"

int main(void) {
    struct loh_approved_row row;
    row.income = 45.5;
    row.housing = loh_approved_code_housing("rent");
    row.age = loh_approved_missing_number();
    puts(loh_approved_class_name(loh_approved_classify(&row)));
    return 0;
}
