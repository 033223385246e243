import { expect, test } from 'vitest'
import type { Lot } from '../positions/held-fund.ts'
import { readCsv, writeCsv } from './csv.ts'

const rules = {
  symbols: new Map([
    ['MSTY', 'MSTY'],
    ['ULTY', 'ULTY'],
    ['OLDY', 'ULTY']
  ]),
  today: '2026-07-08'
}
const msty: Lot = { id: 'a', symbol: 'MSTY', shares: 100, boughtOn: '2026-05-04', price: null }

test('each wrong line is named by its number, and the right ones stay', () => {
  const text = [
    'symbol,shares,date,price',
    'msty,"1,250.5",2026-05-04,$23.10',
    'ZZZZ,10,2026-05-04,1',
    '',
    'ULTY,0,05/04/2026,',
    'ULTY,.25,05/04/2026,',
    'ULTY,5,2026-07-09,x'
  ].join('\r\n')
  const { lots, faults, known } = readCsv(text, [], rules)
  expect(lots).toEqual([
    { symbol: 'MSTY', shares: 1250.5, boughtOn: '2026-05-04', price: 23.1 },
    { symbol: 'ULTY', shares: 0.25, boughtOn: '2026-05-04', price: null }
  ])
  expect(known).toBe(0)
  expect(faults.map(({ line, reason }) => [line, reason])).toEqual([
    [3, 'No fund here has the symbol “ZZZZ”.'],
    [5, 'The shares must be a number above 0, up to 9,999,999.'],
    [
      7,
      'The day 9 July 2026 is still to come. The price must be a number of dollars up to 1,000,000, or empty.'
    ]
  ])
})

test('columns may stand in another order, and separators may be semicolons or tabs', () => {
  const lot = { symbol: 'MSTY', shares: 3, boughtOn: '2026-05-04', price: 20 }
  expect(readCsv('Trade date;Ticker;Price;Quantity\n2026-05-04;MSTY;20;3', [], rules).lots).toEqual([lot])
  expect(readCsv('\uFEFFMSTY\t3\t2026-05-04\t20', [], rules).lots).toEqual([lot])
})

test('a former symbol is the fund of today', () => {
  expect(readCsv('OLDY,1,2026-05-04', [], rules).lots[0]).toMatchObject({ symbol: 'ULTY' })
})

test('what was written comes back as known, and the same lot a second time is another', () => {
  const csv = writeCsv([msty])
  expect(csv).toBe('symbol,shares,date,price\r\nMSTY,100,2026-05-04,\r\n')
  expect(readCsv(csv, [msty], rules)).toEqual({ lots: [], known: 1, faults: [] })
  expect(readCsv(`${csv}MSTY,100,2026-05-04,""\n`, [msty], rules)).toMatchObject({
    known: 1,
    lots: [{ symbol: 'MSTY', shares: 100 }]
  })
})

test('a text without lots has none', () => {
  expect(readCsv(' \n\n', [], rules)).toEqual({ lots: [], known: 0, faults: [] })
})
