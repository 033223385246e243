// Prints size and structure of the code: files, lines, small files, duplicate type names, imports inside modules.
// When: inside `npm run check`, or by hand after moving code; it fails when a limit below is exceeded.
import { readFileSync } from 'node:fs'
import { readOptions } from './command.ts'
import { isHarness, isTest } from './import-rules.ts'
import { findDuplicateTypes, listSmallFiles, shareInside } from './imports/metrics.ts'
import { listFiles, readImports } from './imports/read-imports.ts'

/** A ratchet: lower these whenever the code gets better, never raise them. */
const limits = { smallFiles: 105, duplicateTypes: 0 }

readOptions({})
const files = listFiles(/\.(?:ts|tsx|astro|css|mjs|js)$/).filter((file) => !isTest(file) && !isHarness(file))
const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
const lines = [...sources.values()].reduce((sum, source) => sum + source.split('\n').length - 1, 0)
const small = listSmallFiles(sources)
const duplicates = findDuplicateTypes(sources)
const inside = shareInside(new Map(files.map((file) => [file, readImports(file)])))

console.log(`${files.length} files, ${lines.toLocaleString('en-US')} lines (without tests)`)
console.log(`${small.length} files under 25 lines besides routes (limit ${limits.smallFiles})`)
console.log(`${duplicates.size} type names declared twice (limit ${limits.duplicateTypes})`)
for (const [name, places] of duplicates) console.log(`  ${name}: ${places.join(', ')}`)
// Printed, not limited: merging two files of a module removes an import inside it.
console.log(`${(inside * 100).toFixed(1)} % of imports inside their module`)
const isOver = small.length > limits.smallFiles || duplicates.size > limits.duplicateTypes
if (isOver) console.error('A limit in scripts/code-metrics.ts is exceeded.')
process.exitCode = isOver ? 1 : 0
