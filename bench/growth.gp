# Time of a step against the size that grows, on logarithmic axes. Usage: gnuplot -e "folder='...'" THIS
set terminal svg size 1000,500 dynamic background "white" font "sans,12"
set output folder."/growth.svg"
set datafile separator comma
set logscale xy
set ylabel "microseconds of a training step"
set grid lc "#dddddd"
set key bottom right
set xrange [3:1e5]
set yrange [10:1e5]
set linetype 1 lc "#1f77b4"
set linetype 2 lc "#2ca02c"
set linetype 3 lc "#d62728"
set linetype 4 lc "#ff7f0e"
set linetype 5 lc "#9467bd"
file = folder."/growth.csv"
names = "rows inputs neurons alternatives choices"
set multiplot layout 1,2
do for [kind in "bits floats"] {
    set title kind eq "bits" ? "inputs are 0 or 1" : "inputs are truth values"
    set xlabel "size"
    plot for [i = 1:words(names)] file using 3:(strcol(1) eq word(names, i) && strcol(2) eq kind ? $4 : NaN) \
             with linespoints lw 2 pt 7 ps 0.4 lt i title word(names, i), \
         x with lines lw 1 dt 2 lc "#888888" title "slope 1"
}
unset multiplot
