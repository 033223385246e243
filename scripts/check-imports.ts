// What for: holds every import against the table in import-rules.ts, prints the reason of the rule it breaks, and
// refuses circles. When: inside `npm run check` and `npm test`, or by hand.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { breachesOf } from './imports/breaches.ts'
import { findCycles } from './imports/find-cycles.ts'
import { readImports } from './imports/read-imports.ts'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8'
})
  .split('\n')
  .filter((file) => /\.(?:ts|tsx|astro|mjs)$/.test(file) && !file.endsWith('.d.ts'))
  // Git still names a file that was deleted and not committed yet.
  .filter((file) => existsSync(file))

const imports = new Map(files.map((file) => [file, readImports(file)]))
const graph = new Map([...imports].map(([file, all]) => [file, all.map(({ target }) => target)]))
const found = [
  ...[...imports].flatMap(([file, all]) => breachesOf(file, all)),
  ...findCycles(graph).map((cycle) => `circle: ${cycle.join(', ')}`)
]

for (const line of found) console.error(line)
console.log(`${files.length} files, ${found.length} forbidden imports and circles`)
process.exitCode = found.length > 0 ? 1 : 0
