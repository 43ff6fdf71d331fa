# Mean learning curves of the templates. Usage: gnuplot -e "folder='...'" THIS
set terminal svg size 800,500 dynamic background "white" font "sans,12"
set output folder."/templates.svg"
set datafile separator comma
set key autotitle columnhead bottom right
set xrange [0:*] noextend
set xlabel "epoch"
set ylabel "test F1, mean over the runs"
set yrange [0.6:1.01]
set grid lc "#dddddd"
set linetype 1 lc "#1f77b4"
set linetype 2 lc "#2ca02c"
set linetype 3 lc "#d62728"
set linetype 4 lc "#ff7f0e"
set linetype 5 lc "#9467bd"
plot for [c = 2:6] folder."/templates-curves.csv" using 1:c with lines lw 2 lt c - 1
