// What for: holds every import against the table in import-rules.ts and tells the reason of the rule it breaks.
// When: inside `npm run check` and `npm test`, or by hand.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import ts from 'typescript'
import { type ImportRule, importRules } from './import-rules.ts'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8'
})
  .split('\n')
  .filter((file) => /\.(?:ts|tsx|astro|mjs)$/.test(file) && !file.endsWith('.d.ts'))
  // Git still names a file that was deleted and not committed yet.
  .filter((file) => existsSync(file))

const broken = files.flatMap((file) => {
  const rule = importRules.find((candidate) => candidate.files.test(file))
  if (rule === undefined) return [`${file}: no rule covers it; add one to scripts/import-rules.ts`]
  return importsOf(file)
    .filter((target) => !isAllowed(file, target, rule))
    .map((target) => `${file} imports ${target}: ${rule.why}; allowed: ${rule.may.join(', ')}`)
})

for (const line of broken) console.error(line)
console.log(`${files.length} files, ${broken.length} forbidden imports`)
process.exitCode = broken.length > 0 ? 1 : 0

/** Project paths ('site/lib/call.ts'), 'npm:NAME' or 'node:NAME' of all that the file imports. */
function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const code = file.endsWith('.astro') ? scriptsOfAstro(source) : source
  return ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => {
    const name = fileName.replace(/\?.*$/, '')
    if (name.startsWith('.')) return posix.join(posix.dirname(file), name)
    if (name.startsWith('astro:') || name.startsWith('virtual:')) return `virtual:${name}`
    if (isBuiltin(name)) return name.startsWith('node:') ? name : `node:${name}`
    return `npm:${name}`
  })
}

/** The frontmatter and the script tags of an .astro file, as one piece of TypeScript. */
function scriptsOfAstro(source: string): string {
  const frontmatter = /^---\n([\s\S]*?)\n---/.exec(source)?.[1] ?? ''
  const scripts = [...source.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1])
  return [frontmatter, ...scripts].join('\n')
}

function isAllowed(file: string, target: string, rule: ImportRule): boolean {
  return rule.may.some((entry) => {
    if (entry === '*') return true
    if (entry === 'own') return target.startsWith(ownFolder(file, rule))
    if (entry.endsWith(':*')) return target.startsWith(entry.slice(0, -1))
    if (entry.startsWith('npm:')) return target === entry || target.startsWith(`${entry}/`)
    return entry.endsWith('/') ? target.startsWith(entry) : target === entry
  })
}

/** The folder the rule names, one level deeper for features, which must not know each other. */
function ownFolder(file: string, rule: ImportRule): string {
  const area = rule.files.exec(file)?.[0] ?? ''
  return area.endsWith('features/') ? `${area}${file.slice(area.length).split('/')[0]}/` : area
}
