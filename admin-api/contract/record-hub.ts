/*
 * The scored part of the track record as a forecast hub in the layout of the hubverse (docs.hubverse.io): static files
 * that its tools read, and that /accuracy compares a visitor's forecasts with.
 */

export const hubFolder = '/data/record/hub'

/** Description of the hub, with programs that calculate the figures of /accuracy from it. */
export const hubReadmePath = `${hubFolder}/readme.txt`
/** Places of the other files in the folder, one a line; a year in which a model has no forecast is left out. */
export const hubListPath = `${hubFolder}/files.txt`
export const oracleOutputPath = `${hubFolder}/target-data/oracle-output.csv`

/** Our estimates, and the simple rules that they are compared with, as TEAM-MODEL. */
export const hubModels = [
  'doubloon-estimate',
  'rule-lastamount',
  'rule-medianoffour',
  'rule-ewmayield',
  'rule-lastyield'
] as const
export type HubModel = (typeof hubModels)[number]

/** Live forecasts were stored before the payment, backtested ones calculated later; live ones come first. Figures never mix them. */
export const hubOrigins = ['live', 'backtested'] as const
export type HubOrigin = (typeof hubOrigins)[number]

/** A round of the hub is a calendar year of ex-dates. */
export function hubForecastPath(
  model: HubModel,
  year: string
): `${typeof hubFolder}/model-output/${string}.csv` {
  return `${hubFolder}/model-output/${model}/${year}-${model}.csv`
}

/** Columns that name a payment, in all files but the time series. */
const hubTaskColumns = ['origin', 'location', 'target_end_date'] as const
export const hubForecastColumns = [...hubTaskColumns, 'output_type', 'output_type_id', 'value'] as const
export const oracleOutputColumns = [...hubTaskColumns, 'oracle_value'] as const
/** output_type_id of a row with the forecast amount itself, whose output_type is median. */
export const hubAmountId = 'NA'
