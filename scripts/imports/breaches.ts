import { type ImportRule, importRules, isTestCode, mayImportTests } from '../import-rules.ts'
import type { Import } from './read-imports.ts'

/** What is wrong with the imports of a file, one sentence each. */
export function breachesOf(file: string, imports: readonly Import[]): string[] {
  const rule = importRules.find((candidate) => candidate.files.test(file))
  if (rule === undefined) return [`${file}: no rule covers it; add one to scripts/import-rules.ts`]
  return imports.flatMap((one) => {
    const breach = `${file} imports ${one.target}`
    if (!mayImportTests(file) && isTestCode(one.target))
      return [`${breach}: tests and their rigs are for tests`]
    if (isAllowed(file, one, rule)) return []
    return [`${breach}: ${rule.why}; allowed: ${rule.may.join(', ')}`]
  })
}

function isAllowed(file: string, { target, isTypeOnly }: Import, rule: ImportRule): boolean {
  return rule.may.some((entry) => {
    if (entry.startsWith('types of ')) return isTypeOnly && covers(entry.slice('types of '.length), target)
    return covers(entry === 'own' ? ownFolder(file, rule) : entry, target)
  })
}

function covers(entry: string, target: string): boolean {
  if (entry === '*') return true
  if (entry.endsWith(':*')) return target.startsWith(entry.slice(0, -1))
  if (entry.startsWith('npm:')) return target === entry || target.startsWith(`${entry}/`)
  return entry.endsWith('/') ? target.startsWith(entry) : target === entry
}

/** The folder the rule names, one level deeper for features, which must not know each other. */
function ownFolder(file: string, rule: ImportRule): string {
  const area = rule.files.exec(file)?.[0] ?? ''
  return area.endsWith('features/') ? `${area}${file.slice(area.length).split('/')[0]}/` : area
}
