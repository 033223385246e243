import { expect, test } from 'vitest'
import type { FileAnswers } from './file-reading.ts'
import { type FileResult, readFile } from './read-file.ts'

const read = (text: string, answers?: FileAnswers): Promise<FileResult> =>
  readFile(new TextEncoder().encode(text), answers)
async function readingOf(text: string, answers?: FileAnswers) {
  const result = await read(text, answers)
  if (!result.ok) throw new Error(result.fault)
  return result.reading
}
const own = 'type,account,symbol,date,shares,price,fee,amount\n'
const schwab = 'Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount\n'

test('our own file saved again by a German Excel is read exactly', async () => {
  const text = `${own.replaceAll(',', ';')}buy;IRA;MSTY;03.11.2025;10,5;10,72;0,1;\ncash;IRA;MSTY;07.11.2025;;;;1.084,74\n`
  expect((await readingOf(text)).transactions).toEqual([
    { account: 'IRA', type: 'buy', symbol: 'MSTY', date: '2025-11-03', shares: 10.5, price: 10.72, fee: 0.1 },
    { account: 'IRA', type: 'cash', symbol: 'MSTY', date: '2025-11-07', amount: 1084.74 }
  ])
})

test('one decimal comma decides about the numbers of a broker’s file that could be read in two ways', async () => {
  const rows =
    '05/04/2026;Buy;MSTY;FUND;1,125;10,72;;-12,06\n05/05/2026;Buy;MSTY;FUND;2.000;10,72;;-21.440,00\n'
  const { transactions } = await readingOf(schwab.replaceAll(',', ';') + rows)
  expect(transactions).toMatchObject([{ shares: 1.125 }, { shares: 2000, price: 10.72 }])
})

test('a comma separates thousands only before exactly three digits', async () => {
  const rows = '05/04/2026,Buy,MSTY,FUND,"10,72",$20.00,,\n05/05/2026,Buy,MSTY,FUND,"1,072",$20.00,,\n'
  const { transactions, problems } = await readingOf(schwab + rows)
  // Both ways of writing are in the file, so only the first number is certain.
  expect(transactions).toMatchObject([{ shares: 10.72, price: 20 }])
  expect(problems).toMatchObject([{ line: 3, reason: expect.stringContaining('A number can’t be read.') }])
})

test('the visitor is asked about a number that can be read in two ways', async () => {
  const text = `${schwab}05/04/2026,Buy,MSTY,FUND,10,20,,"10,725"\n`
  const result = await read(text)
  expect(result).toMatchObject({
    ok: false,
    fault: 'Which number is “10,725” in this file?',
    question: {
      options: [
        { label: '10,725.00', answers: { decimals: 'point' } },
        { label: '10.725', answers: { decimals: 'comma' } }
      ]
    }
  })
  const row = `${schwab}05/04/2026,Buy,MSTY,FUND,"1,125",20,,\n`
  expect((await readingOf(row, { decimals: 'point' })).transactions).toMatchObject([{ shares: 1125 }])
  expect((await readingOf(row, { decimals: 'comma' })).transactions).toMatchObject([{ shares: 1.125 }])
})

test('one day that can only come first makes the whole file day-first', async () => {
  const text = `${schwab}03/11/2025,Buy,MSTY,FUND,1,$20.00,,\n24/11/2025,Buy,MSTY,FUND,2,$20.00,,\n`
  const { transactions, problems } = await readingOf(text)
  expect(transactions.map(({ date }) => date)).toEqual(['2025-11-03', '2025-11-24'])
  expect(problems).toEqual([])
})

test('days of both orders in one file are read where they are certain, others reported', async () => {
  const row = (day: string) => `${day},Buy,MSTY,FUND,1,$20.00,,\n`
  const { transactions, problems } = await readingOf(
    schwab + row('11/24/2025') + row('24/11/2025') + row('03/11/2025')
  )
  expect(transactions.map(({ date }) => date)).toEqual(['2025-11-24', '2025-11-24'])
  expect(problems).toMatchObject([{ line: 4, reason: expect.stringContaining('The date can’t be read.') }])
})

test('a list of purchases asks for the order of its days, a US broker’s file does not', async () => {
  const list = 'symbol,shares,date\nMSTY,3,03/11/2025\n'
  expect(await read(list)).toMatchObject({
    ok: false,
    fault: 'Which day is “03/11/2025” in this file?',
    question: { options: [{ label: 'March 11, 2025' }, { label: 'November 3, 2025' }] }
  })
  expect((await readingOf(list, { days: 'day-first' })).transactions).toMatchObject([{ date: '2025-11-03' }])
  const broker = `${schwab}03/11/2025,Buy,MSTY,FUND,1,$20.00,,\n`
  expect((await readingOf(broker)).transactions).toMatchObject([{ date: '2025-03-11' }])
})

test('a row with fewer or more cells than the header is reported, not imported in part', async () => {
  const cut = `${own}buy,IRA,MSTY,2025-11-03,100,13.01,,\nbuy,IRA,MSTY,2025-11-04,100,13.0`
  const { transactions, problems } = await readingOf(cut)
  expect(transactions).toHaveLength(1)
  const fault = (count: string) =>
    `The row has ${count} cells than the header, so it may be damaged. Export the file again.`
  expect(problems).toEqual([
    { line: 3, text: 'buy, IRA, MSTY, 2025-11-04, 100, 13.0', reason: fault('fewer') }
  ])
  // A comma in a name without quotes moves all later cells.
  const moved = `${schwab}05/04/2026,Buy,MSTY,YieldMax, Inc.,10,$20.00,,-$200\n`
  expect(await readingOf(moved)).toMatchObject({ transactions: [], problems: [{ reason: fault('more') }] })
  // Sections of an IBKR statement have headers of their own.
  const statement =
    'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,Proceeds,Comm/Fee,Code\n'
  const trade = 'Trades,Data,Order,Stocks,USD,MSTY,2025-11-03,"1'
  expect(await readingOf(`${statement}${trade}00",10.7\n`)).toMatchObject({
    transactions: [],
    problems: [{ line: 2, reason: fault('fewer') }]
  })
})

test('trailing empty cells, footers and totals are no faults', async () => {
  const text = `${schwab}05/04/2026,Buy,MSTY,FUND,1,$20.00,,-$20.00,,\nTransactions Total,,\nThe end\n`
  expect(await readingOf(text)).toMatchObject({ transactions: [{ shares: 1 }], problems: [] })
})

test('a last figure that may be cut off is imported with a note', async () => {
  const list = 'symbol,date,price,shares\nMSTY,2025-11-03,13.01,'
  const { transactions, notes } = await readingOf(`${list}1`)
  expect(transactions).toMatchObject([{ shares: 1, price: 13.01 }])
  expect(notes).toEqual([
    'The file ends in line 2 without a line break, so its last cell may be cut off. Check “MSTY, 2025-11-03, 13.01, 1”.'
  ])
  expect((await readingOf(`${list}100\n`)).notes).toEqual([])
})

test('purchases of one day are in the order of their time, also in files with the newest first', async () => {
  const row = (day: string, price: string) => `${day},Buy,MSTY,FUND,1,${price},,\n`
  const pricesOf = async (rows: string) =>
    (await readingOf(schwab + rows)).transactions.map((one) => 'price' in one && one.price)
  expect(await pricesOf(row('05/05/2026', '$21.50') + row('05/05/2026', '$20.50'))).toEqual([20.5, 21.5])
  const ascending = row('05/04/2026', '$19.50') + row('05/05/2026', '$20.50') + row('05/05/2026', '$21.50')
  expect(await pricesOf(ascending)).toEqual([19.5, 20.5, 21.5])
})

test('a row with a day that can’t be read is reported even if its action isn’t known', async () => {
  expect((await readingOf(`${schwab}31/31/2026,Bonus,MSTY,FUND,1,$20.00,,\n`)).problems).toHaveLength(1)
})

test('a file without anything to read says so', async () => {
  expect(await read('Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount\n')).toEqual({
    ok: false,
    fault:
      'This is a file of Schwab, but it has no transactions that can be imported. Export the history of the account, with its trades.'
  })
})

const ghostfolio = (...dates: string[]) =>
  JSON.stringify({
    activities: dates.map((date) => ({
      date,
      symbol: 'MSTY',
      unitPrice: 20,
      quantity: 1,
      type: 'BUY',
      fee: 0,
      currency: 'USD'
    }))
  })

test.each([
  ['Berlin, winter', ['2025-12-31T23:00:00.000Z', '2026-01-07T23:00:00.000Z'], ['2026-01-01', '2026-01-08']],
  [
    'Berlin, all year',
    ['2026-01-07T23:00:00.000Z', '2026-07-07T22:00:00.000Z'],
    ['2026-01-08', '2026-07-08']
  ],
  ['London', ['2026-01-08T00:00:00.000Z', '2026-07-07T23:00:00.000Z'], ['2026-01-08', '2026-07-08']],
  ['Singapore', ['2026-01-07T16:00:00.000Z', '2026-01-08T16:00:00.000Z'], ['2026-01-08', '2026-01-09']],
  ['New York', ['2026-01-08T05:00:00.000Z', '2026-07-08T04:00:00.000Z'], ['2026-01-08', '2026-07-08']],
  ['UTC', ['2026-01-08T00:00:00.000Z'], ['2026-01-08']],
  // Trades of several times, as programs write them through an interface.
  ['trades', ['2026-01-08T14:30:12.000Z', '2026-01-09T20:15:00.000Z'], ['2026-01-08', '2026-01-09']]
])('instants are days of the person: %s', async (_zone, dates, expected) => {
  const { transactions } = await readingOf(ghostfolio(...dates))
  expect(transactions.map(({ date }) => date)).toEqual(expected)
  // What earlier versions imported is recognized.
  for (const [index, { formerly }] of transactions.entries()) {
    const written = dates[index]?.slice(0, 10)
    expect(formerly).toEqual(written === expected[index] ? undefined : { date: written })
  }
})

test('a single instant that may be a trade or a midnight is asked about', async () => {
  const text = ghostfolio('2026-01-07T16:00:00.000Z')
  expect(await read(text)).toMatchObject({
    ok: false,
    fault: 'Which day is “2026-01-07T16:00:00.000Z” in this file?',
    question: {
      options: [
        { label: 'January 7, 2026', answers: { instants: 'same-day' } },
        { label: 'January 8, 2026', answers: { instants: 'next-day' } }
      ]
    }
  })
  const dayOf = async (instants: FileAnswers['instants'] & string) =>
    (await readingOf(text, { instants })).transactions[0]?.date
  expect([await dayOf('same-day'), await dayOf('next-day')]).toEqual(['2026-01-07', '2026-01-08'])
})

test('another table below the transactions is reported, and the same header again is not', async () => {
  const row = '05/04/2026,Buy,MSTY,FUND,1,$20.00,,-$20.00\n'
  const other =
    'Account,Fund,Units,Price,Value,Kind,Plan,Year\n1,MSTY,5,20,100,a,b,2026\n2,MSTY,6,20,120,a,b,2026\n'
  const { transactions, problems } = await readingOf(schwab + row + other)
  expect(transactions).toHaveLength(1)
  expect(problems).toEqual([
    {
      line: 3,
      text: 'Account, Fund, Units, Price, Value, Kind, Plan, Year',
      reason:
        'Another table begins here, and its 2 rows weren’t read. If it has transactions, save it as a file of its own and import that.'
    }
  ])
  expect(await readingOf(schwab + row + schwab + row)).toMatchObject({
    transactions: [{ shares: 1 }, { shares: 1 }],
    problems: []
  })
})

test('a section of a statement in another language is reported', async () => {
  const statement = `Statement,Header,Field Name,Field Value
Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,Proceeds,Comm/Fee,Code
Trades,Data,Order,Stocks,USD,MSTY,2026-05-04,5,20,-100,0,O
Dividenden,Header,Währung,Datum,Beschreibung,Betrag
Dividenden,Data,USD,2026-05-08,MSTY(US88634T4930) Bardividende,2.5
`
  const { transactions, notes } = await readingOf(statement)
  expect(transactions).toHaveLength(1)
  expect(notes).toEqual([
    'The section “Dividenden” wasn’t read. If it has transactions, choose English as the language of the statement and export it again.'
  ])
})

test('an amount that differs from shares times price by more than 1% is reported', async () => {
  const row = (amount: string, fee = '') => `05/04/2026,Buy,MSTY,FUND,100,$20.00,${fee},${amount}\n`
  const { transactions, problems } = await readingOf(
    schwab + row('-$2019.00') + row('-$2030.00') + row('-$2030.00', '$30.00') + row('-$1900.00')
  )
  expect(transactions.map((one) => 'price' in one && one.price)).toEqual([20, 20.19])
  expect(problems.map(({ line }) => line)).toEqual([3, 5])
})
