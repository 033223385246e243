/*
 * Programs that calculate the figures of /accuracy from the files of the hub alone. The readme shows them, and
 * reproduced-figures.nightly.test.ts runs the one in Python.
 */

/** Needs Python 3.9 and no package. */
export const pythonProgram = `import csv, io, sys, urllib.request
from statistics import mean, median
hub, origin, first, last = sys.argv[1:]
text = lambda path: io.StringIO(urllib.request.urlopen(hub + path).read().decode())
def read(name):  # {(fund, ex-date): {quantile level, or NA for the amount itself: dollars}}
    table = {}
    for row in (row for path in text("files.txt").read().split() if path.endswith(name) for row in csv.DictReader(text(path))):
        if row["origin"] == origin and first <= row["target_end_date"] <= last:
            table.setdefault((row["location"], row["target_end_date"]), {})[row.get("output_type_id", "NA")] = float([*row.values()][-1])
    return table
paid, ours, again = read("oracle-output.csv"), read("doubloon-estimate.csv"), read("rule-lastamount.csv")
rule = read("rule-ewmayield.csv") | read("rule-lastyield.csv")
error = lambda row, y: abs(min(300, 100 * (row["NA"] - y) / (y or 1e-9)))
score = lambda row, y: min(3, sum(max(float(p) * (y - q), (float(p) - 1) * (y - q)) for p, q in row.items() if p != "NA") * 2 / 7 / (y or 1e-9))
inside = lambda row, y: 100.0 * (row["0.1"] <= y <= row["0.9"])
each = lambda measure, model, tasks: [measure(model[task], paid[task]["NA"]) for task in tasks]
ranged, rivals = [task for task in ours if "0.1" in ours[task]], [task for task in ours if task in again]
both = [task for task in ranged if task in rule]
own, other = mean(each(score, ours, both)), mean(each(score, rule, both))
close, repeated = (sum(e <= 10 + 1e-9 for e in each(error, model, rivals)) for model in (ours, again))
print(f"payments {len(ours)}, median error {median(each(error, ours, ours)):.1f}%, in range {mean(each(inside, ours, ranged)):.1f}%")
print(f"within 10% {close} of {len(rivals)}, repeating the last amount {repeated}")
print(f"scored {len(both)}, skill {1 - own / other:+.2f}, scores {own:.4f} and {other:.4f}, in range {mean(each(inside, ours, both)):.1f}%")
`

/** Needs hubData, hubEvals and dplyr, and the hub as a folder. */
export const rProgram = `library(hubData); library(hubEvals); library(dplyr)
paid <- collect(connect_target_oracle_output("hub"))
quantiles <- connect_hub("hub") |> filter(output_type == "quantile", origin == "backtested") |> collect_hub()
scores <- score_model_out(quantiles, paid, metrics = c("wis", "interval_coverage_80"), summarize = FALSE) |>
  filter(format(target_end_date, "%Y") == "2026") |>
  inner_join(paid, by = c("origin", "location", "target_end_date")) |> mutate(score = pmin(3, wis / oracle_value))
rule <- filter(scores, model_id %in% c("rule-ewmayield", "rule-lastyield")) |>
  group_by(location, target_end_date) |> slice_max(model_id) |> ungroup()
both <- inner_join(filter(scores, model_id == "doubloon-estimate"), rule, by = c("location", "target_end_date"))
both |> summarize(n(), skill = 1 - mean(score.x) / mean(score.y), mean(score.x), mean(score.y), mean(interval_coverage_80.x))
`
