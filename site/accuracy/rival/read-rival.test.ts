import { expect, test } from 'vitest'
import { readRival } from './read-rival.ts'

const head = 'symbol,ex_date,value,quantile\n'

/** The sentence about a file with these lines below the head. */
function faultOf(...lines: string[]): string {
  const reading = readRival(head + lines.join('\n'))
  return reading.ok ? '' : reading.fault
}

test('a plain file needs symbol, ex-date and value; quantiles are rows of their own', () => {
  const reading = readRival(
    `${head}msty,2026-05-21,$0.31,\nMSTY,2026-05-21,0.25,0.1\nULTY,2026-05-21,0.08,\n`
  )
  expect(reading).toEqual({
    ok: true,
    forecasts: [
      { symbol: 'MSTY', exDate: '2026-05-21', origin: null, amount: 0.31, quantiles: new Map([[0.1, 0.25]]) },
      { symbol: 'ULTY', exDate: '2026-05-21', origin: null, amount: 0.08, quantiles: new Map() }
    ]
  })
})

test('a file of a forecast hub is read by the names of its columns, whatever else it has', () => {
  const reading = readRival(
    'reference_date,location,target_end_date,output_type,output_type_id,value,origin\n' +
      '2026-05-20,MSTY,2026-05-21,median,NA,0.31,live\n2026-05-20,MSTY,2026-05-21,quantile,0.9,0.4,live\n'
  )
  expect(reading).toMatchObject({
    forecasts: [{ symbol: 'MSTY', origin: 'live', amount: 0.31, quantiles: new Map([[0.9, 0.4]]) }]
  })
})

test.each([
  ['', 'This file is empty. Choose a CSV with your forecasts.'],
  ['%PDF-1.7\n', /^The first line must name the columns symbol, ex_date and value/],
  [head, 'The file has column names but no forecast. Add a line for each payment.'],
  [`${head}${'\n'.repeat(100_001)}`, 'The file has 100,002 lines; 100,000 fit. Split it by year.'],
  ['x'.repeat(5_000_001), 'This file is larger than 5 MB. Split it by year.']
])('a file that is none is refused with the next step', (text, sentence) => {
  expect(readRival(text)).toEqual({ ok: false, fault: expect.stringMatching(sentence) })
})

test.each([
  [
    ['MSTY,2026-05-21,0.3,', 'MSTY Inc,2026-05-21,0.3,'],
    'Line 3: “MSTY Inc” is no symbol. Write 1 to 5 letters, such as MSTY.'
  ],
  [['MSTY,05/21/2026,0.3,'], 'Line 2: “05/21/2026” is no ex-date. Write it as 2026-05-28.'],
  [['MSTY,2026-02-30,0.3,'], 'Line 2: “2026-02-30” is no ex-date. Write it as 2026-05-28.'],
  [['MSTY,2026-05-21,'], 'Line 2: an empty cell is no amount. Write dollars a share, such as 0.3125.'],
  [['MSTY,2026-05-21,-0.3,'], 'Line 2: “-0.3” is no amount. Write dollars a share, such as 0.3125.'],
  [['MSTY,2026-05-21,0.3,90'], /^Line 2: “90” is no quantile\. Write a share between 0 and 1/],
  [
    ['MSTY,2026-05-21,0.3,', 'MSTY,2026-05-21,0.4,'],
    'Line 3: repeats line 2, MSTY of 2026-05-21. Keep one of them.'
  ],
  [
    ['MSTY,2026-05-21,0.3,0.5', 'MSTY,2026-05-21,0.4,0.5'],
    'Line 3: repeats line 2, MSTY of 2026-05-21 at 0.5. Keep one of them.'
  ],
  [
    ['MSTY,2026-05-21,0.3,0.1', 'MSTY,2026-05-21,0.2,0.9'],
    /^The quantiles of MSTY of 2026-05-21 are not ascending/
  ]
])('%j is refused with its line', (lines, sentence) => {
  expect(faultOf(...lines)).toMatch(sentence)
})

test('rows of other output types are refused by name', () => {
  const reading = readRival(
    'location,target_end_date,output_type,output_type_id,value\nMSTY,2026-05-21,cdf,0.3,0.5\n'
  )
  expect(reading).toEqual({
    ok: false,
    fault: 'Line 2: output_type is “cdf”. Only median and quantile are compared; leave out the other rows.'
  })
})
