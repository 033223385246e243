// Prints size and structure of the code, and fails when a figure exceeds its limit or an import breaks a rule.
// When: inside `npm run check`, or by hand after moving code, with `--list` to see what a figure counts.
import { readFileSync } from 'node:fs'
import { flag, readOptions } from './command.ts'
import { findForbiddenImports, findModule, isHarness, isTest } from './import-rules.ts'
import {
  countLines,
  countTokensByModule,
  listClassNames,
  listDerivedTypes,
  listDuplicateFunctions,
  listDuplicateTypes,
  listImportCycles,
  listLongFiles,
  listOtherBreakpoints
} from './imports/metrics.ts'
import { listFiles, readImports } from './imports/read-imports.ts'
import { readReleasedTokens, writeReleasedTokens } from './imports/released-tokens.ts'

const { list, remember } = readOptions({
  list: flag('prints what each figure counts'),
  remember: flag('stores the tokens of this version, for later comparisons; part of npm run release')
})
const allFiles = listFiles(/\.(?:ts|tsx|astro|css|mjs|js)$/)
const scripts = allFiles.filter((file) => /\.(?:ts|tsx|astro|mjs)$/.test(file))
const imports = new Map(scripts.map((file) => [file, readImports(file)]))
const files = allFiles.filter((file) => !isTest(file) && !isHarness(file))
const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
const styles = new Map([...sources].filter(([file]) => file.endsWith('.css')))

const forbidden = [...imports].flatMap(([file, ofFile]) => findForbiddenImports(file, ofFile))
const cycles = listImportCycles(imports)
const classNames = listClassNames(styles.values())
const otherBreakpoints = listOtherBreakpoints(styles.values())
const types = listDuplicateTypes(sources)
const functions = listDuplicateFunctions(sources)
const derivedTypes = listDerivedTypes(sources)
const longFiles = listLongFiles(sources)

/** Pages are built from texts and drawings, so that moving code into them doesn't make it smaller. */
const pageSources = listFiles(/^(?:site|admin-api)\/.*\.(?:md|svg)$/).filter(
  (file) => !/(?:README|RESULTS)\.md$/.test(file)
)
const product = new Map([
  ...sources,
  ...pageSources.map((file) => [file, readFileSync(file, 'utf8')] as const)
])
const tokens = countTokensByModule(product, (file) => findModule(file)?.path ?? restOf(file))
const released = readReleasedTokens()
if (remember) writeReleasedTokens({ version: readVersion(), tokens: Object.fromEntries(tokens) })

/** Limits protect a reader. Counts have a little slack; lower them when the code gets better. Size has no limit. */
const figures = [
  { name: 'lines of CSS', count: countLines(styles.values()), limit: 7_300, counted: [] },
  { name: 'class names', count: classNames.length, limit: 650, counted: classNames },
  { name: 'other breakpoints', count: otherBreakpoints.length, limit: 0, counted: otherBreakpoints },
  { name: 'forbidden imports', count: forbidden.length, limit: 0, counted: forbidden },
  { name: 'import cycles', count: cycles.length, limit: 0, counted: cycles },
  { name: 'files over 300 lines', count: longFiles.length, limit: 0, counted: longFiles },
  {
    name: 'exported types derived from functions',
    count: derivedTypes.length,
    limit: 0,
    counted: derivedTypes
  },
  { name: 'exported types declared twice', count: types.length, limit: 0, counted: types },
  { name: 'exported functions declared twice', count: functions.length, limit: 0, counted: functions }
]

printTokens()
for (const { name, count, limit, counted } of figures) {
  console.log(`${count.toLocaleString('en-US')} ${name} (limit ${limit.toLocaleString('en-US')})`)
  if (list || count > limit) for (const item of counted) console.log(`  ${item}`)
}
const exceeded = figures.filter(({ count, limit }) => count > limit)
for (const { name } of exceeded)
  console.error(`FAIL: the limit of ${name} in scripts/code-metrics.ts is exceeded.`)
process.exitCode = exceeded.length > 0 ? 1 : 0

function readVersion(): string {
  return JSON.parse(readFileSync('package.json', 'utf8')).version
}

/** Commands, tests' harness and configuration are in no module: their top folder, or 'top level'. */
function restOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : 'top level'
}

function printTokens(): void {
  const total = [...tokens.values()].reduce((sum, count) => sum + count, 0)
  const before = Object.values(released.tokens).reduce((sum, count) => sum + count, 0)
  console.log(`${total.toLocaleString('en-US')} tokens of product code (${changeOf(total, before)})`)
  for (const [module, count] of tokens) {
    const change = count - (released.tokens[module] ?? 0)
    if (list || change !== 0)
      console.log(
        `  ${module}: ${count.toLocaleString('en-US')} (${changeOf(count, released.tokens[module] ?? 0)})`
      )
  }
}

function changeOf(count: number, before: number): string {
  const change = count - before
  return `${change < 0 ? '−' : '+'}${Math.abs(change).toLocaleString('en-US')} since ${released.version}`
}
