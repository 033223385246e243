import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { importedKinds } from './file-reading.ts'

test('the formats of docs/broker-files.md are those that the import names', async () => {
  const guide = await readFile(new URL('../../../docs/broker-files.md', import.meta.url), 'utf8')
  const [, table = ''] = /## Formats\n\n\|.*\n\|.*\n((?:\|.*\n)+)/.exec(guide) ?? []
  const documented = table
    .replaceAll('\\', '')
    .split('\n')
    .flatMap((row) => row.split('|')[1]?.split(',') ?? [])
    .map((name) => name.trim())
  // Our own export isn't a broker.
  expect(documented.filter((name) => name !== 'Doubloon')).toEqual(importedKinds.split(', '))
})
