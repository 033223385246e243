// Checks every import against the module order in import-rules.ts and rejects cycles.
// When: inside `npm run check` and `npm test`, or by hand.
import { readOptions } from './command.ts'
import { listFiles, readImports } from './imports/read-imports.ts'
import { findCycles, findForbiddenImports } from './imports/violations.ts'

readOptions({})
const files = listFiles(/\.(?:ts|tsx|astro|mjs)$/)
const imports = new Map(files.map((file) => [file, readImports(file)]))
const graph = new Map([...imports].map(([file, all]) => [file, all.map(({ target }) => target)]))
const found = [
  ...[...imports].flatMap(([file, all]) => findForbiddenImports(file, all)),
  ...findCycles(graph).map((cycle) => `cycle: ${cycle.join(', ')}`)
]

for (const line of found) console.error(line)
console.log(`${files.length} files, ${found.length} forbidden imports and cycles`)
process.exitCode = found.length > 0 ? 1 : 0
