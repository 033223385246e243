// Prints size and structure of the code, and fails when a figure exceeds its limit or an import breaks a rule.
// When: inside `npm run check`, or by hand after moving code, with `--list` to see which files a figure counts.
import { readFileSync } from 'node:fs'
import { flag, readOptions } from './command.ts'
import { findForbiddenImports, isHarness, isTest } from './import-rules.ts'
import {
  countLines,
  listClassNames,
  listDuplicateFunctions,
  listDuplicateTypes,
  listFilesOfOneImporter,
  listImportCycles,
  listOtherBreakpoints,
  listSmallFiles
} from './imports/metrics.ts'
import { listFiles, readImports } from './imports/read-imports.ts'

const { list } = readOptions({ list: flag('prints what each figure counts') })
const allFiles = listFiles(/\.(?:ts|tsx|astro|css|mjs|js)$/)
const scripts = allFiles.filter((file) => /\.(?:ts|tsx|astro|mjs)$/.test(file))
const imports = new Map(scripts.map((file) => [file, readImports(file)]))
const files = allFiles.filter((file) => !isTest(file) && !isHarness(file))
const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
const styles = new Map([...sources].filter(([file]) => file.endsWith('.css')))

const small = listSmallFiles(sources)
const productImports = new Map([...imports].filter(([file]) => sources.has(file)))
const ofOneImporter = listFilesOfOneImporter(sources, productImports)
const forbidden = [...imports].flatMap(([file, ofFile]) => findForbiddenImports(file, ofFile))
const cycles = listImportCycles(imports)
const classNames = listClassNames(styles.values())
const otherBreakpoints = listOtherBreakpoints(styles.values())
const types = listDuplicateTypes(sources)
const functions = listDuplicateFunctions(sources)

/** A ratchet: lower the limits whenever the code gets better, never raise them. A feature makes room for itself. */
const figures = [
  { name: 'lines without tests', count: countLines(sources.values()), limit: 83_474, counted: [] },
  { name: 'files', count: files.length, limit: 925, counted: [] },
  { name: 'lines of CSS', count: countLines(styles.values()), limit: 6_282, counted: [] },
  { name: 'class names', count: classNames.length, limit: 574, counted: classNames },
  { name: 'other breakpoints', count: otherBreakpoints.length, limit: 0, counted: otherBreakpoints },
  { name: 'files under 25 lines besides routes', count: small.length, limit: 71, counted: small },
  {
    name: 'scripts under 60 lines with one importer',
    count: ofOneImporter.length,
    limit: 42,
    counted: ofOneImporter
  },
  { name: 'forbidden imports', count: forbidden.length, limit: 0, counted: forbidden },
  { name: 'import cycles', count: cycles.length, limit: 0, counted: cycles },
  { name: 'exported types declared twice', count: types.length, limit: 0, counted: types },
  { name: 'exported functions declared twice', count: functions.length, limit: 0, counted: functions }
]

for (const { name, count, limit, counted } of figures) {
  console.log(`${count.toLocaleString('en-US')} ${name} (limit ${limit.toLocaleString('en-US')})`)
  if (list || count > limit) for (const item of counted) console.log(`  ${item}`)
}
const exceeded = figures.filter(({ count, limit }) => count > limit)
for (const { name } of exceeded)
  console.error(`FAIL: the limit of ${name} in scripts/code-metrics.ts is exceeded.`)
process.exitCode = exceeded.length > 0 ? 1 : 0
