import { dataLicenseUrl, dataTerms } from '../../contract/open-data.ts'
import { hubFolder, hubModels } from '../../contract/record-hub.ts'
import { modelMethods } from './hub-config.ts'
import { pythonProgram, rProgram } from './hub-programs.ts'

/** The readme of the hub, Markdown that also reads well as text. */
export function writeReadme(years: readonly string[]): string {
  const models = hubModels.map((model) => `- \`${model}\`: ${modelMethods[model].methods}`)
  return `# Doubloon as a forecast hub

Every scored estimate of this site, the forecasts of simple rules for the same payments, and what was paid, in the layout of the hubverse (https://docs.hubverse.io, schemas 6.0.0). /accuracy shows the same figures. All files below this folder, one a line: files.txt.

    wget -x -nH --cut-dirs=2 -B https://SITE${hubFolder}/ -i https://SITE${hubFolder}/files.txt

## Files

- \`model-output/MODEL/YEAR-MODEL.csv\`: forecasts. A round is a calendar year of ex-dates (${years.join(', ')}), because a round for each day would be thousands of files.
- \`target-data/oracle-output.csv\`: what was paid, on the share basis of the forecast.
- \`target-data/time-series.csv\`: the same payments once each, on today's share basis. All payments of a fund: /data/TICKER-payments.csv.
- \`hub-config/\`: tasks.json, admin.json, target-data.json and the schema of the files in \`model-metadata/\`.

Files are rewritten when payments are scored or corrected, usually only those of the newest year.

## Columns

- \`origin\`: **live** forecasts were stored before the session of the ex-date opened; /record shows when each was signed. **backtested** ones were calculated later, with today's method, from what was known then: the method was made with these years in view. Never mix both in one figure.
- \`location\`: symbol of the fund. \`target_end_date\`: the actual ex-date.
- \`output_type\` median, \`output_type_id\` NA: the amount that the model expects. quantile: the amount that this share of payments should not exceed. For simple rules the 0.5 quantile differs a little from the amount, because their quantiles are the amount times those of their last 60 ratios of payment to forecast, for the same fund.
- \`value\`, \`oracle_value\`, \`observation\`: US dollars a share.

Estimates of methods before 6 have no quantiles, and rules none without a price. Only the last estimate before a payment is here; all versions, those that wait for a payment, and when each was made: /api/accuracy.csv.

## Models

${models.join('\n')}

Rules forecast payments with ten earlier ones of the fund. Forecasts of a rule are calculated from stored payments and closes; they were not stored before the payment.

## Python

No package is needed. The arguments are the address of this folder, live or backtested, and the first and last ex-date. For a calendar year it prints the figures of /accuracy for that year; for the year up to the last ex-date, the count of estimates within 10%. Our tests run it.

    python3 score.py https://SITE${hubFolder}/ backtested 2026-01-01 2026-12-31

\`\`\`python
${pythonProgram}\`\`\`

## R

The skill and the scores of 2026 with hubEvals, from a downloaded folder named hub. We have not run it; the Python program calculates the same.

\`\`\`r
${rProgram}\`\`\`

## What the figures are

- Error: (amount - payment) / payment, at most 300%.
- Score: the weighted interval score of the seven quantiles (Bracher et al. 2021) divided by the payment, at most 3.
- Skill: 1 minus our mean score divided by that of one rule per family, fixed before 2026: the EWMA yield, or the last yield where \`rule-lastyield\` has a forecast. Payments without quantiles of both are left out.

The 90% intervals of /accuracy resample weeks and are not repeated here.

## Terms

${dataTerms} ${dataLicenseUrl}
`
}
