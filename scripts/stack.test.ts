import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listFiles } from './imports/read-imports.ts'

test('every package of the stack is a direct dependency and imported', () => {
  const [, section = ''] = readFileSync('docs/architecture.md', 'utf8').split('## Stack')
  const list = section.slice(section.indexOf('):'), section.indexOf('## Modules'))
  const stack = [...list.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  expect(stack).toHaveLength(16)
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const direct = Object.keys({ ...dependencies, ...devDependencies })
  expect(stack.filter((name) => !direct.includes(name))).toEqual([])
  const files = listFiles(/^(?!data\/).*\.(?:ts|tsx|astro|mjs)$/)
  const imported = new Set(
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:from |import\()'((?:@[\w-]+\/)?[\w.-]+)/g)].map(
        ([, name = '']) => name
      )
    )
  )
  expect(stack.filter((name) => !imported.has(name))).toEqual([])
})
