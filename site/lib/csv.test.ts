import { expect, test } from 'vitest'
import { writeCsv } from './csv.ts'

test('values are quoted only where they need it', () => {
  const lines = [
    ['symbol', 'name'],
    ['MSTY', 'a "name", with\nboth'],
    ['', '-4.5']
  ]
  expect(writeCsv(lines)).toBe('symbol,name\r\nMSTY,"a ""name"", with\nboth"\r\n,-4.5\r\n')
})
