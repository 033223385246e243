import { dataLicense } from '../../contract/open-data.ts'
import { type HubModel, hubOrigins } from '../../contract/record-hub.ts'
import { quantileLevels } from '../../numbers/interval-scores.ts'
import type { HubTask } from './hub-forecasts.ts'

/* Configuration of the hub, by version 6.0.0 of the schemas in github.com/hubverse-org/schemas. */

function schemaUrl(name: 'admin' | 'tasks' | 'target-data'): string {
  return `https://raw.githubusercontent.com/hubverse-org/schemas/main/v6.0.0/${name}-schema.json`
}

export const adminConfig = {
  schema_version: schemaUrl('admin'),
  name: 'Doubloon: distributions of option-income ETFs',
  maintainer: 'Doubloon',
  contact: { name: 'The operator of this site' },
  // The hub is published on this site and in no repository.
  repository: {},
  file_format: ['csv'],
  timezone: 'America/New_York'
}

/** @param tasksOf tasks by the year of their ex-date */
export function describeTasks(tasksOf: ReadonlyMap<string, readonly HubTask[]>) {
  return {
    schema_version: schemaUrl('tasks'),
    rounds: [...tasksOf]
      .filter(([, tasks]) => tasks.length > 0)
      .map(([year, tasks]) => ({
        round_id_from_variable: false,
        round_id: year,
        round_name: `Ex-dates in ${year}`,
        model_tasks: [
          {
            task_ids: {
              origin: { required: null, optional: hubOrigins },
              location: { required: null, optional: listOnce(tasks.map(({ symbol }) => symbol)) },
              target_end_date: { required: null, optional: listOnce(tasks.map(({ exDate }) => exDate)) }
            },
            output_type: {
              median: { output_type_id: { required: null }, value, is_required: false },
              quantile: { output_type_id: { required: quantileLevels }, value, is_required: false }
            },
            target_metadata: [
              {
                target_id: 'distribution',
                target_name: 'Regular distribution per share',
                target_units: 'US dollars a share, on the share basis of the estimate',
                target_keys: null,
                description:
                  'The regular distribution of the fund in location with the ex-date in target_end_date. origin: live forecasts were stored before the session of the ex-date opened; backtested ones were calculated later from what was known then.',
                target_type: 'continuous',
                is_step_ahead: false
              }
            ]
          }
        ],
        submissions_due: { start: `${year}-01-01`, end: `${year}-12-31` }
      }))
  }
}

const value = { type: 'double', minimum: 0 }

function listOnce(values: readonly string[]): string[] {
  return [...new Set(values)].sort()
}

export const targetDataConfig = {
  schema_version: schemaUrl('target-data'),
  observable_unit: ['target_end_date', 'location'],
  date_col: 'target_end_date',
  versioned: false,
  'oracle-output': {
    observable_unit: ['origin', 'location', 'target_end_date'],
    has_output_type_ids: false,
    versioned: false
  }
}

const text = { type: 'string' }

/** Schema of the metadata files below. */
export const metadataSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Metadata of a model of this hub',
  type: 'object',
  properties: {
    team_name: text,
    team_abbr: { type: 'string', pattern: '^[a-z0-9_]+$', maxLength: 16 },
    model_name: text,
    model_abbr: { type: 'string', pattern: '^[a-z0-9_]+$', maxLength: 16 },
    methods: text,
    license: text
  },
  required: ['team_name', 'team_abbr', 'model_name', 'model_abbr', 'methods', 'license'],
  additionalProperties: false
}

/** Name and method of each model, in a sentence. */
export const modelMethods: Readonly<Record<HubModel, { name: string; methods: string }>> = {
  'doubloon-estimate': {
    name: 'Doubloon’s estimate',
    methods:
      'The estimate that the site showed before the payment, and its range; /method explains it. Backtested: today’s method with only the data known before the payment.'
  },
  'rule-lastamount': { name: 'Last amount', methods: 'The amount paid before.' },
  'rule-medianoffour': { name: 'Median of four', methods: 'The median of the last four amounts.' },
  'rule-ewmayield': {
    name: 'EWMA yield',
    methods:
      'The moving average of past yields, in logarithms, exponentially weighted with alpha 0.65, times the price.'
  },
  'rule-lastyield': {
    name: 'Last yield',
    methods:
      'The yield of the last payment times the price; only for funds whose family is measured against it instead of the EWMA.'
  }
}

/** JSON, which is YAML. */
export function describeModel(model: HubModel): object {
  const [team_abbr = '', model_abbr = ''] = model.split('-')
  const { name, methods } = modelMethods[model]
  return {
    team_name: team_abbr === 'doubloon' ? 'Doubloon' : 'Simple rules, calculated by Doubloon',
    team_abbr,
    model_name: name,
    model_abbr,
    methods,
    license: dataLicense
  }
}
