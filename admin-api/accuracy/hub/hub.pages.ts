import {
  hubFolder,
  hubForecastPath,
  hubListPath,
  hubModels,
  hubReadmePath,
  oracleOutputPath
} from '../../contract/record-hub.ts'
import type { Db } from '../../platform/database/schema.ts'
import type { PageKind } from '../../publishing/page-kind.ts'
import { findScoredYears } from '../scored-years.db.ts'
import { adminConfig, describeModel, describeTasks, metadataSchema, targetDataConfig } from './hub-config.ts'
import { findHubTasks, type HubTask } from './hub-forecasts.ts'
import { writeReadme } from './hub-readme.ts'
import { writeForecasts, writeOracleOutput, writeTimeSeries } from './hub-tables.ts'

/** The hub: files that are rewritten when payments are scored, after what else a change affects. */
export const hubPages = [
  {
    path: /^\/data\/record\/hub\/(.+)$/,
    list: async (db) => listHubPaths(await findScoredYears(db)),
    load: async (db, place) => {
      const write = (await openHub(db)).get(`${hubFolder}/${place}`)
      return write ? { kind: 'record-hub' as const, text: write() } : null
    },
    followsOn: {
      // Rules forecast from earlier payments, so a payment changes no file of a year before.
      record: async ({ scored }, trx) => {
        const [first] = scored.map(({ exDate }) => exDate.slice(0, 4)).sort()
        if (first === undefined) return []
        return listHubPaths(await findScoredYears(trx)).filter((path) => (yearOf(path) ?? first) >= first)
      }
    }
  }
] satisfies readonly PageKind[]

function listHubPaths(years: readonly string[]): string[] {
  return years.length === 0 ? [] : [...filesOf(new Map(years.map((year) => [year, []]))).keys()]
}

/** Year of a file with forecasts; undefined for other files. */
function yearOf(path: string): string | undefined {
  return /\/(\d{4})-[^/]+\.csv$/.exec(path)?.[1]
}

/** The files of the hub by path; none before the first scored estimate. */
async function openHub(db: Db): Promise<HubFiles> {
  const years = await findScoredYears(db)
  const tasksOf = Map.groupBy(await findHubTasks(db), ({ exDate }) => exDate.slice(0, 4))
  return years.length === 0
    ? new Map()
    : filesOf(new Map(years.map((year) => [year, tasksOf.get(year) ?? []])))
}

/** Each writes its text. */
type HubFiles = Map<string, () => string>

/** @param tasksOf tasks by year, ascending */
function filesOf(tasksOf: ReadonlyMap<string, readonly HubTask[]>): HubFiles {
  const tasks = [...tasksOf.values()].flat()
  // Rules need ten payments, so they may have no forecast in the first year; such files have a head only.
  const withoutForecasts = new Set<string>()
  const files: HubFiles = new Map([
    [`${hubFolder}/hub-config/admin.json`, () => toJson(adminConfig)],
    [`${hubFolder}/hub-config/tasks.json`, () => toJson(describeTasks(tasksOf))],
    [`${hubFolder}/hub-config/target-data.json`, () => toJson(targetDataConfig)],
    [`${hubFolder}/hub-config/model-metadata-schema.json`, () => toJson(metadataSchema)],
    [oracleOutputPath, () => writeOracleOutput(tasks)],
    [`${hubFolder}/target-data/time-series.csv`, () => writeTimeSeries(tasks)]
  ])
  for (const model of hubModels) {
    files.set(`${hubFolder}/model-metadata/${model}.yml`, () => toJson(describeModel(model)))
    for (const [year, ofYear] of tasksOf) {
      const path = hubForecastPath(model, year)
      files.set(path, () => writeForecasts(ofYear, model))
      if (!ofYear.some(({ forecasts }) => model in forecasts)) withoutForecasts.add(path)
    }
  }
  files.set(hubReadmePath, () => writeReadme([...tasksOf.keys()]))
  const places = [...files.keys()]
    .filter((path) => !withoutForecasts.has(path))
    .map((path) => `${path.slice(hubFolder.length + 1)}\n`)
  return files.set(hubListPath, () => places.join(''))
}

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
