import { expect, test } from 'vitest'
import type { Lot } from '../positions/held-fund.ts'
import { formatLots, parseLots } from './csv.ts'

const rules = {
  symbols: new Map([
    ['MSTY', 'MSTY'],
    ['ULTY', 'ULTY'],
    ['OLDY', 'ULTY']
  ]),
  today: '2026-07-08'
}
const msty: Lot = { id: 'a', symbol: 'MSTY', shares: 100, boughtOn: '2026-05-04', price: null }

test('every wrong line is listed with its number, and valid ones are imported', () => {
  const text = [
    'symbol,shares,date,price',
    'msty,"1,250.5",2026-05-04,$23.10',
    'ZZZZ,10,2026-05-04,1',
    '',
    'ULTY,0,05/04/2026,',
    'ULTY,.25,05/04/2026,',
    'ULTY,5,2026-07-09,x'
  ].join('\r\n')
  const { lots, faults, known } = parseLots(text, [], rules)
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

test('columns may be in any order, separated by semicolons or tabs', () => {
  const lot = { symbol: 'MSTY', shares: 3, boughtOn: '2026-05-04', price: 20 }
  expect(parseLots('Trade date;Ticker;Price;Quantity\n2026-05-04;MSTY;20;3', [], rules).lots).toEqual([lot])
  expect(parseLots('\uFEFFMSTY\t3\t2026-05-04\t20', [], rules).lots).toEqual([lot])
})

test('a former symbol becomes the current one', () => {
  expect(parseLots('OLDY,1,2026-05-04', [], rules).lots[0]).toMatchObject({ symbol: 'ULTY' })
})

test('exported lots are recognized as known, and a second equal lot is new', () => {
  const csv = formatLots([msty])
  expect(csv).toBe('symbol,shares,date,price\r\nMSTY,100,2026-05-04,\r\n')
  expect(parseLots(csv, [msty], rules)).toEqual({ lots: [], known: 1, faults: [] })
  expect(parseLots(`${csv}MSTY,100,2026-05-04,""\n`, [msty], rules)).toMatchObject({
    known: 1,
    lots: [{ symbol: 'MSTY', shares: 100 }]
  })
})

test('a text without lots has none', () => {
  expect(parseLots(' \n\n', [], rules)).toEqual({ lots: [], known: 0, faults: [] })
})

test("a broker's list of transactions is refused, because its sales would count as purchases", () => {
  const schwab = [
    '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"',
    '"05/04/2026","Buy","MSTY","YIELDMAX MSTR","100","$23.10","","-$2,310.00"',
    '"06/01/2026","Sell","MSTY","YIELDMAX MSTR","100","$21.00","","$2,100.00"'
  ]
  const titled = ['"Transactions for account XXXX-1234 as of 07/08/2026"', '', ...schwab]
  for (const [lines, line] of [[schwab, 1] as const, [titled, 3] as const]) {
    const { lots, faults } = parseLots(lines.join('\n'), [], rules)
    expect(lots).toEqual([])
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatchObject({ line, reason: expect.stringContaining('(column “Action”)') })
  }
})
