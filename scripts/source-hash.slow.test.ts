import { expect, test } from 'vitest'
import { isTest } from './import-rules.ts'
import { listFiles, readImports } from './imports/read-imports.ts'
import { listSources } from './source-hash.ts'

const siteFiles = listFiles(/^site\/(?!testing\/).*\.(?:ts|tsx|astro)$/).filter((file) => !isTest(file))

test('the hash covers every file that the site is built from', () => {
  const sources = new Set(listSources())
  const reached = new Set<string>()
  const pending = [...siteFiles]
  for (const file of pending) {
    if (reached.has(file) || !/\.(?:ts|tsx|astro)$/.test(file)) continue
    reached.add(file)
    // Types leave no trace in the build.
    for (const { target, isTypeOnly } of readImports(file))
      if (!isTypeOnly && /^(?:admin-api|data|site)\//.test(target)) pending.push(target)
  }
  expect([...reached].filter((file) => !sources.has(file))).toEqual([])
})
