// Checks every import against the module order in import-rules.ts; Biome rejects cycles (noImportCycles).
// When: inside `npm run check` and `npm test`, or by hand.
import { readOptions } from './command.ts'
import { findForbiddenImports } from './import-rules.ts'
import { listFiles, readImports } from './imports/read-imports.ts'

readOptions({})
const files = listFiles(/\.(?:ts|tsx|astro|mjs)$/)
const forbidden = files.flatMap((file) => findForbiddenImports(file, readImports(file)))
for (const line of forbidden) console.error(line)
console.log(`${files.length} files, ${forbidden.length} forbidden imports`)
process.exitCode = forbidden.length > 0 ? 1 : 0
