# Mean F1 and mean steps of both compilations, one row of plots for each model. Usage: gnuplot -e "folder='...'" THIS
set terminal svg size 900,900 dynamic background "white" font "sans,12"
set output folder."/compilation.svg"
set datafile separator comma
file = folder."/compilation-summary.csv"
array Model[3] = ["select-rules", "select-conditions", "one-rule-per-set"]
array Title[3] = ["and_i [r_i, true]", "or_i [c_i, false]", "and_i [r_{i1}, r_{i2}, ...]"]
part(name, mode, column) = strcol(1) eq name && strcol(3) eq mode ? column(column) : NaN

set multiplot layout 3,2
set xrange [3:22]
set xtics (5, 10, 15, 20)
set xlabel "ground-truth clauses"
set grid ytics lc "#dddddd"
set key bottom left
do for [m = 1:3] {
    set title Title[m]
    set ylabel "test F1"
    set yrange [0:1.05]
    plot file using ($2 - 0.2):(part(Model[m], "conjunctive", 4)):5 with yerrorbars pt 7 lc "#1f77b4" title "conjunctive", \
         file using ($2 + 0.2):(part(Model[m], "disjunctive", 4)):5 with yerrorbars pt 5 lc "#d62728" title "disjunctive"
    set ylabel "steps"
    set yrange [0:450]
    plot file using ($2 - 0.2):(part(Model[m], "conjunctive", 6)):7 with yerrorbars pt 7 lc "#1f77b4" notitle, \
         file using ($2 + 0.2):(part(Model[m], "disjunctive", 6)):7 with yerrorbars pt 5 lc "#d62728" notitle
}
unset multiplot
