// Shows the same on any database.
import { expect, test } from 'vitest'
import { formatCsv } from './write-csv.ts'

test('no text is a formula in a spreadsheet, and numbers stay numbers', () => {
  const names = ['=HYPERLINK("https://x.example")', '+1+1', '-2+3', '@SUM(A1)', '\t=1', '-4.5', 'MSTY']
  const rows = names.map((name, i) => ({ name, error: -i }))
  expect(formatCsv(['name', 'error'], rows)).toBe(
    [
      'name,error',
      `"'=HYPERLINK(""https://x.example"")",0`,
      "'+1+1,-1",
      "'-2+3,-2",
      "'@SUM(A1),-3",
      "'\t=1,-4",
      '-4.5,-5',
      'MSTY,-6',
      ''
    ].join('\r\n')
  )
})
