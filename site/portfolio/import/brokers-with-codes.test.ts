import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readFile } from './read-file.ts'

/** Reading of a sample: transactions as 'date account type symbol, figures', skipped actions, reasons of problems. */
async function summarize(name: string) {
  const result = await readFile(readFileSync(new URL(`samples/${name}`, import.meta.url)))
  if (!result.ok) throw new Error(result.fault)
  const { format, transactions, skipped, problems, notes } = result.reading
  const read = transactions.map((one) => {
    const figures =
      'price' in one ? [one.shares, one.price, one.fee] : 'amount' in one ? [one.amount] : [one.shares]
    return `${one.date} ${one.account} ${one.type} ${one.symbol} ${figures.join(' ')}`
  })
  return { format, read, skipped: [...skipped.keys()], problems: problems.map(({ reason }) => reason), notes }
}

test('J.P. Morgan: sweeps are cash, shares that arrive have no cost yet, and unknown types are reported', async () => {
  expect(await summarize('public-jpmorgan-activity.csv')).toEqual({
    format: 'J.P. Morgan',
    read: [
      '2025-07-21 Self-Directed ...0001 transfer-in QQQI 318  0',
      '2025-10-01 Self-Directed ...0001 reinvest VMFXX 111.93 1 0',
      '2025-10-09 Self-Directed ...0001 cash VFLO 19.24'
    ],
    skipped: ['BNK', 'WDL'],
    problems: [expect.stringContaining('“XYZ” isn’t an action we know from J.P. Morgan.')],
    notes: []
  })
  expect((await summarize('public-jpmorgan-ira.csv')).read).toEqual([
    '2025-10-01 Roth IRA ...0000 cash PHK 0.11',
    '2025-12-29 Roth IRA ...0000 sell PHK 223 4.85 0'
  ])
})

test('tastytrade: shares only, days in New York, prices before fees', async () => {
  expect(await summarize('public-tastytrade.csv')).toMatchObject({
    format: 'tastytrade',
    read: [
      '2023-10-04 tastytrade cash ICSH 20.15',
      '2023-10-06 tastytrade cash ICSH -3.02',
      '2024-08-05 tastytrade buy SCHG 100 103 5'
    ],
    skipped: ['Equity Option', 'Deposit', 'Fee', 'Credit Interest'],
    problems: []
  })
  expect((await summarize('public-tastytrade-total.csv')).read).toEqual([
    '2026-03-31 tastytrade reinvest SVOL 2.41503  0',
    '2026-03-31 tastytrade cash SVOL 36.95'
  ])
  expect((await summarize('public-tastytrade-2021.csv')).read).toEqual([
    '2021-03-02 Individual XXX00 buy AAPL 10 120.5 0.08',
    '2021-07-06 Individual XXX00 cash UWMC 12'
  ])
  // Afternoon in New York is the next morning in Sydney.
  const header =
    'Date,Type,Sub Type,Action,Symbol,Instrument Type,Description,Value,Quantity,Average Price,Commissions,Fees,Currency\n'
  const row = '2026-04-01T08:00:00+1100,Money Movement,Dividend,,SVOL,Equity,FUND,36.95,0,,--,0.00,USD\n'
  const file = await readFile(new TextEncoder().encode(header + row))
  expect(file).toMatchObject({ reading: { transactions: [{ date: '2026-03-31' }] } })
})

test('Firstrade: the description tells reinvestments, ADR fees and other rows', async () => {
  expect(await summarize('public-firstrade.csv')).toMatchObject({
    format: 'Firstrade',
    read: [
      '2025-01-15 Firstrade buy AAPL 100 150.5 0',
      '2025-01-20 Firstrade sell AAPL 50 155 0',
      '2025-11-03 Firstrade cash PAGS 12'
    ],
    skipped: ['Options', 'Other'],
    problems: []
  })
  const header =
    'Symbol,Quantity,Price,Action,Description,TradeDate,SettledDate,Interest,Amount,Commission,Fee,CUSIP,RecordType\n'
  const rows = [
    'O,0.10000,,Other,REALTY INCOME CORP REIN @ 57.5000 REC 03/02/26 PAY 03/13/26,2026-03-13,2026-03-13,0,-5.75,0,0,,Financial',
    'TSM,0,,Other,TAIWAN SEMICONDUCTOR ADR CUSTODY FEE,2026-03-16,2026-03-16,0,-0.30,0,0,,Financial',
    'GEV,25,,Other,GE VERNOVA INC SPIN OFF,2026-03-17,2026-03-17,0,0,0,0,,Financial'
  ]
  const file = await readFile(new TextEncoder().encode(header + rows.join('\n')))
  expect(file).toMatchObject({
    reading: {
      transactions: [
        { type: 'reinvest', symbol: 'O', shares: 0.1, price: 57.5 },
        { type: 'fee', symbol: 'TSM', amount: 0.3 }
      ],
      problems: [{ reason: expect.stringContaining('“Other” can’t be imported.') }]
    }
  })
})

test('Webull: filled orders count, open ones are reported, and the file says what it lacks', async () => {
  expect(await summarize('public-webull-orders.csv')).toEqual({
    format: 'Webull',
    read: ['2025-09-19 Webull sell-short WMT 40 102.84 0', '2025-09-19 Webull buy SOUN 10 16.53 0'],
    skipped: ['Cancelled'],
    problems: [expect.stringContaining('“Buy, Partial Filled” isn’t an action we know from Webull.')],
    notes: [expect.stringContaining('no payments, fees, splits or transfers')]
  })
})
