/*
 * Structure that the schemas of version 6.0.0 in github.com/hubverse-org/schemas (MIT) demand of the files of a hub, for
 * what our hub uses: required and forbidden properties, types, patterns and lengths. Written from the published schemas of
 * tasks (5.0.1, which 6.0.0 keeps for these parts), administration and target data. Descriptions and output types that
 * we don't use are left out.
 */

const string = { type: 'string' }
const boolean = { type: 'boolean' }
const day = { type: 'string', format: 'date' }
const uri = { type: 'string', format: 'uri' }
const strings = { type: 'array', uniqueItems: true, items: string }

/** An object with these properties, all of them required unless named, and no others. */
function closed(properties: Record<string, object>, optional: readonly string[] = []) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, required, additionalProperties: false }
}

const taskIdValues = (items: object) => {
  const values = { type: ['array', 'null'], uniqueItems: true, items }
  return closed({ required: values, optional: values })
}

const value = closed(
  {
    type: { enum: ['double', 'integer'] },
    minimum: { type: ['number', 'integer'] },
    maximum: { type: ['number', 'integer'] }
  },
  ['minimum', 'maximum']
)

const outputType = (required: object) =>
  closed({ output_type_id: closed({ required }), value, is_required: boolean })

const targetMetadata = {
  ...closed(
    {
      target_id: { ...string, maxLength: 30 },
      target_name: { ...string, maxLength: 100 },
      target_units: { ...string, maxLength: 100 },
      target_keys: {
        type: ['object', 'null'],
        minProperties: 1,
        maxProperties: 1,
        additionalProperties: string
      },
      description: string,
      target_type: {
        enum: ['continuous', 'discrete', 'date', 'binary', 'nominal', 'ordinal', 'compositional']
      },
      is_step_ahead: boolean,
      time_unit: { enum: ['day', 'week', 'month'] }
    },
    ['description', 'time_unit']
  ),
  if: { properties: { is_step_ahead: { const: true } } },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: { required: ['time_unit'] }
}

const modelTask = closed({
  task_ids: {
    type: 'object',
    properties: { location: taskIdValues(string), target_end_date: taskIdValues(day) },
    additionalProperties: taskIdValues({})
  },
  output_type: {
    type: 'object',
    properties: {
      mean: outputType({ type: 'null' }),
      median: outputType({ type: 'null' }),
      quantile: outputType({
        type: 'array',
        uniqueItems: true,
        items: { type: 'number', minimum: 0, maximum: 1 }
      })
    },
    additionalProperties: false
  },
  target_metadata: { type: 'array', items: targetMetadata }
})

const round = {
  type: 'object',
  properties: {
    round_id_from_variable: boolean,
    round_id: string,
    round_name: string,
    model_tasks: { type: 'array', items: modelTask },
    submissions_due: {
      oneOf: [
        closed({ relative_to: string, start: { type: 'integer' }, end: { type: 'integer' } }),
        closed({ start: day, end: day })
      ]
    }
  },
  if: { properties: { round_id_from_variable: { const: false } } },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: { properties: { round_id: { pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2})$|^[A-Za-z0-9_]+$' } } },
  required: ['round_id_from_variable', 'round_id', 'model_tasks', 'submissions_due']
}

const targetDataset = { observable_unit: strings, versioned: boolean }

/** By the name of the file in hub-config. */
export const hubverseSchemas = {
  tasks: closed(
    {
      schema_version: uri,
      rounds: { type: 'array', items: round },
      output_type_id_datatype: string,
      derived_task_ids: { type: ['array', 'null'] }
    },
    ['output_type_id_datatype', 'derived_task_ids']
  ),
  admin: closed(
    {
      schema_version: uri,
      name: string,
      maintainer: string,
      contact: { type: 'object', properties: { name: string, email: { type: 'string', format: 'email' } } },
      repository: {
        type: 'object',
        properties: { host: { enum: ['github'] }, owner: string, name: string }
      },
      zoltar_project_id: { type: 'integer' },
      citation: string,
      file_format: { type: 'array', items: { enum: ['csv', 'parquet', 'arrow'] } },
      timezone: { enum: ['America/New_York', 'US/Eastern', 'Etc/UTC'] },
      model_output_dir: string,
      cloud: { type: 'object' }
    },
    ['zoltar_project_id', 'citation', 'model_output_dir', 'cloud']
  ),
  'target-data': closed(
    {
      schema_version: uri,
      observable_unit: strings,
      date_col: string,
      versioned: boolean,
      'time-series': closed({ ...targetDataset, non_task_id_schema: { type: ['object', 'null'] } }, [
        'observable_unit',
        'versioned',
        'non_task_id_schema'
      ]),
      'oracle-output': closed({ ...targetDataset, has_output_type_ids: boolean }, [
        'observable_unit',
        'versioned',
        'has_output_type_ids'
      ])
    },
    ['versioned', 'time-series', 'oracle-output']
  )
} as const
