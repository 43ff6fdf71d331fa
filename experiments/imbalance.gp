# F1 (left axis) and steps (right axis) of each run against three factors, one row of plots for each model.
# Usage: gnuplot -e "folder='...'" THIS
set terminal svg size 1200,900 dynamic background "white" font "sans,12"
set output folder."/imbalance.svg"
set datafile separator comma
file = folder."/imbalance.csv"
array Model[3] = ["select-rules", "select-conditions", "one-rule-per-set"]
array Title[3] = ["and_i [r_i, true]", "or_i [c_i, false]", "and_i [r_{i1}, r_{i2}, ...]"]
array Label[3] = ["share of true labels", "ground-truth clauses", "additional clauses"]
array Spread[3] = [0, 1.2, 1.8]  # moves points of equal numbers apart
of(name, column) = strcol(1) eq name ? column(column) : NaN
first = rand(1)  # the same places every time
apart(factor) = Spread[factor] * (rand(0) - 0.5)

set multiplot layout 3,3
set yrange [-0.02:1.05]
set y2range [0:400]
set ytics nomirror
set y2tics
set key off
do for [m = 1:3] {
    do for [f = 1:3] {
        set title Title[m]
        set xlabel Label[f]
        set ylabel (f == 1 ? "test F1 (blue)" : "")
        set y2label (f == 3 ? "steps (orange)" : "")
        if (f == 1) { set xrange [0:1]; set xtics auto }
        if (f == 2) { set xrange [3:22]; set xtics (5, 10, 15, 20) }
        if (f == 3) { set xrange [7:34]; set xtics (10, 17, 24, 31) }
        if (f == 1) {
            plot file using 2:(of(Model[m], 6)) axes x1y2 pt 6 ps 0.4 lc "#ff7f0e", \
                 file using 2:(of(Model[m], 5)) pt 7 ps 0.4 lc "#1f77b4"
        } else {
            plot file using (column(f + 1) + apart(f)):(of(Model[m], 6)) axes x1y2 pt 6 ps 0.4 lc "#ff7f0e", \
                 file using (column(f + 1) + apart(f)):(of(Model[m], 5)) pt 7 ps 0.4 lc "#1f77b4", \
                 file using (column(f + 1)):(of(Model[m], 6)) axes x1y2 smooth unique with lines lw 2 lc "#ff7f0e", \
                 file using (column(f + 1)):(of(Model[m], 5)) smooth unique with lines lw 2 lc "#1f77b4"
        }
    }
}
unset multiplot
