// Shows the same on any database.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { hubForecastPath, hubModels, hubOrigins, oracleOutputPath } from '../../contract/record-hub.ts'
import { quantileLevels } from '../../numbers/interval-scores.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import type { ScoredPayment } from '../../publishing/page-kind.ts'
import { startApi } from '../../testing/api.ts'
import { forAllTests } from '../../testing/fixtures.ts'
import { hubverseSchemas } from '../../testing/hubverse-schemas.ts'
import { readHub } from '../../testing/read-hub.ts'
import { hubPages } from './hub.pages.ts'
import type { describeTasks } from './hub-config.ts'

const api = forAllTests(() => startApi())
let hub: ReadonlyMap<string, string>
beforeAll(async () => {
  hub = await readHub(api.db)
})

type Row = Record<string, string>
const readRows = (place: string): Row[] => parse(hub.get(place) ?? '', { columns: true })
const readJson = (place: string) => JSON.parse(hub.get(place) ?? '')
const readRounds = (): ReturnType<typeof describeTasks>['rounds'] => readJson('hub-config/tasks.json').rounds

test('files.txt lists every other file, and the readme names what a stranger needs', () => {
  const listed = (hub.get('files.txt') ?? '').trim().split('\n')
  expect(listed.toSorted()).toEqual([...hub.keys()].filter((place) => place !== 'files.txt').sort())
  for (const model of hubModels) expect(hub.get('readme.txt')).toContain(`\`${model}\``)
  // A round for each day would be thousands of files.
  expect(listed.length).toBeLessThan(60)
})

test.each(['tasks', 'admin', 'target-data'] as const)(
  'hub-config/%s.json is as the schema demands',
  (name) => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
    const isValid = ajv.compile(hubverseSchemas[name])
    const config = readJson(`hub-config/${name}.json`)
    expect([isValid(config), isValid.errors]).toEqual([true, null])
    expect(config.schema_version).toBe(
      `https://raw.githubusercontent.com/hubverse-org/schemas/main/v6.0.0/${name}-schema.json`
    )
    // The schema is strict enough to notice a missing and an unknown property.
    const { schema_version, ...rest } = config
    expect(isValid(rest)).toBe(false)
    expect(isValid({ ...config, other: 1 })).toBe(false)
  }
)

test('metadata files are as the schema of the hub demands, and named after their model', () => {
  const isValid = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
    readJson('hub-config/model-metadata-schema.json')
  )
  for (const model of hubModels) {
    const metadata = readJson(`model-metadata/${model}.yml`)
    expect([isValid(metadata), isValid.errors]).toEqual([true, null])
    expect(`${metadata.team_abbr}-${metadata.model_abbr}`).toBe(model)
  }
})

test('forecasts have valid names, columns and values: complete ascending quantiles, once for each payment', () => {
  const rounds = new Map(readRounds().map((round) => [round.round_id, round.model_tasks[0]?.task_ids]))
  const files = [...hub.keys()].filter((place) => place.startsWith('model-output/'))
  expect(files.length).toBeGreaterThan(15)
  for (const file of files) {
    // ROUND-TEAM-MODEL.csv in the folder TEAM-MODEL, as hubValidations parses it.
    const [, folder, year = '', model] = /^model-output\/([^/]+)\/(\w+)-(\w+-\w+)\.csv$/.exec(file) ?? []
    expect(model, file).toBe(folder)
    const valid = rounds.get(year)
    expect(valid, file).toBeDefined()
    const rows = readRows(file)
    expect(Object.keys(rows[0] ?? {}), file).toEqual([
      'origin',
      'location',
      'target_end_date',
      'output_type',
      'output_type_id',
      'value'
    ])
    const sets = {
      origin: new Set<string>(valid?.origin.optional),
      location: new Set(valid?.location.optional),
      target_end_date: new Set(valid?.target_end_date.optional)
    }
    const byTask = Map.groupBy(rows, (row) => `${row['origin']} ${row['location']} ${row['target_end_date']}`)
    const faults = [...byTask].filter(([, ofTask]) => {
      const quantiles = ofTask.filter((row) => row['output_type'] === 'quantile')
      const levels = quantiles.map((row) => Number(row['output_type_id']))
      const values = quantiles.map((row) => Number(row['value']))
      return !(
        ofTask.every((row) => Object.entries(sets).every(([name, set]) => set.has(row[name] ?? ''))) &&
        ofTask.every((row) => row['value'] !== '' && Number(row['value']) >= 0) &&
        ofTask.filter((row) => `${row['output_type']} ${row['output_type_id']}` === 'median NA').length ===
          1 &&
        (levels.length === 0 || levels.join() === quantileLevels.join()) &&
        values.every((value, i) => i === 0 || value >= (values[i - 1] ?? 0)) &&
        ofTask.length === quantiles.length + 1
      )
    })
    expect(faults.slice(0, 2), file).toEqual([])
  }
})

test('every payment of the oracle output has one value and our estimate, and the time series has it once', () => {
  const oracle = readRows('target-data/oracle-output.csv')
  const keyOf = (row: Row) => `${row['origin']} ${row['location']} ${row['target_end_date']}`
  expect(new Set(oracle.map(keyOf)).size).toBe(oracle.length)
  expect(oracle.every((row) => hubOrigins.some((origin) => origin === row['origin']))).toBe(true)
  const ours = [...hub.keys()].filter((place) => place.startsWith('model-output/doubloon-estimate/'))
  const estimated = new Set(ours.flatMap(readRows).map(keyOf))
  expect(estimated).toEqual(new Set(oracle.map(keyOf)))
  const series = readRows('target-data/time-series.csv')
  expect(Object.keys(series[0] ?? {})).toEqual(['target_end_date', 'location', 'observation'])
  const observed = series.map((row) => `${row['location']} ${row['target_end_date']}`)
  expect(new Set(observed).size).toBe(observed.length)
  expect(new Set(observed)).toEqual(
    new Set(oracle.map((row) => `${row['location']} ${row['target_end_date']}`))
  )
})

test('the median of four is that of the payments before, and quantiles spread by the rule’s own past errors', () => {
  const of = (model: string, column: string) =>
    readRows(`model-output/${model}/2026-${model}.csv`).filter(
      (row) => row['location'] === 'MSTY' && row['output_type_id'] === column
    )
  const paid = readRows('target-data/oracle-output.csv').filter((row) => row['location'] === 'MSTY')
  const amounts = paid.map((row) => Number(row['oracle_value']))
  const last = of('rule-medianoffour', 'NA').at(-1)
  const [a = 0, b = 0, c = 0, d = 0] = amounts.slice(-5, -1).sort((x, y) => x - y)
  expect(last?.['target_end_date']).toBe(paid.at(-1)?.['target_end_date'])
  expect(Number(last?.['value'])).toBeCloseTo((b + c) / 2, 12)
  expect(a).toBeLessThanOrEqual(d)
  expect(Number(of('rule-lastamount', 'NA').at(-1)?.['value'])).toBe(amounts.at(-2))
  const [low, high] = ['0.1', '0.9'].map((level) => Number(of('rule-medianoffour', level).at(-1)?.['value']))
  expect(low).toBeLessThan(Number(last?.['value']))
  expect(high).toBeGreaterThan(Number(last?.['value']))
})

test('only families that are measured against the last yield have it', async () => {
  const funds = new Set(
    [...hub.keys()]
      .filter((place) => place.startsWith('model-output/rule-lastyield/'))
      .flatMap(readRows)
      .flatMap((row) => row['location'] ?? [])
  )
  const families = await api.db
    .selectFrom('fund')
    .select('family')
    .distinct()
    .where('symbol', 'in', [...funds])
    .execute()
  expect(families).toEqual([{ family: 'graniteshares' }])
})

test('a scored payment queues the files of its year and later, a frozen estimate none', async () => {
  const queuedBy = (scored: ScoredPayment[]) =>
    writeTransaction(api.db, async (trx) => hubPages[0]?.followsOn.record({ kind: 'record', scored }, trx))
  expect(await queuedBy([])).toEqual([])
  const paths = (await queuedBy([{ symbol: 'MSTY', exDate: '2026-05-21' }])) ?? []
  const forecasts = paths.filter((path) => path.includes('/model-output/'))
  expect(forecasts).toEqual(hubModels.map((model) => hubForecastPath(model, '2026')))
  expect(paths).toContain(oracleOutputPath)
  expect(await queuedBy([{ symbol: 'MSTY', exDate: '2025-05-21' }])).toHaveLength(
    paths.length + hubModels.length
  )
})

test('a database without scored estimates has no hub', async () => {
  const empty = await startApi({ content: 'tables' })
  expect([...(await readHub(empty.db)).keys()]).toEqual([])
  await empty.close()
})
