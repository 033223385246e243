import { expect, test } from 'vitest'
import { readFile } from './read-file.ts'

async function readingOf(text: string) {
  const result = await readFile(new TextEncoder().encode(text))
  if (!result.ok) throw new Error(result.fault)
  return result.reading
}
const schwab = 'Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount\n'
const fidelity = 'Run Date,Account,Action,Symbol,Description,Type,Quantity,Price,Amount,Settlement Date\n'

test('a reinvestment and its reversal are nothing', async () => {
  const row = (day: string, shares: string, amount: string) =>
    `${day},A,REINVESTMENT FUND (MSTY),MSTY,FUND,Cash,${shares},10,${amount},\n`
  const { transactions, skipped, problems } = await readingOf(
    fidelity + row('05/06/2026', '3', '-30') + row('05/05/2026', '-3', '30') + row('05/04/2026', '3', '-30')
  )
  expect(transactions).toMatchObject([{ type: 'reinvest', date: '2026-05-06', shares: 3 }])
  expect([...skipped]).toEqual([['Canceled trades', 2]])
  expect(problems).toEqual([])
})

test('a sale with a negative amount takes back the sale, not another one', async () => {
  const row = (day: string, shares: string, amount: string) => `${day},Sell,MSTY,FUND,${shares},,,${amount}\n`
  const { transactions, problems } = await readingOf(
    schwab +
      row('05/06/2026', '5', '-$100.00') +
      row('05/05/2026', '5', '$100.00') +
      row('05/04/2026', '5', '$80.00')
  )
  expect(transactions).toMatchObject([{ type: 'sell', date: '2026-05-04', price: 16 }])
  expect(problems).toEqual([])
})

test('a reversal of a trade that is in another file is left to the plan', async () => {
  const { transactions, reversals, problems } = await readingOf(
    `${schwab}05/06/2026,Buy,MSTY,FUND,-5,$20.00,,$100.00\n05/07/2026,Buy,MSTY,FUND,4,$20.00,,$80.00\n05/04/2026,Buy,MSTY,FUND,4,$20.00,,-$80.00\n`
  )
  // The second row is no reversal of the third, which is older only by a day of another price.
  expect({ transactions, problems }).toEqual({ transactions: [], problems: [] })
  expect(reversals).toMatchObject([
    { line: 2, trade: { type: 'cancel-buy', shares: 5 } },
    { line: 3, trade: { type: 'cancel-buy', shares: 4 }, original: { date: '2026-05-04' } }
  ])
})

test.each([
  [
    'Robinhood',
    'Activity Date,Instrument,Description,Trans Code,Quantity,Price,Amount\n5/5/2026,MSTY,F,BCXL,5,$20.00,$100.00\n5/4/2026,MSTY,F,Buy,5,$20.00,($100.00)\n'
  ],
  [
    'Vanguard',
    'Account Number,Trade Date,Transaction Type,Symbol,Shares,Share Price,Net Amount\n12345678,05/04/2026,Buy,MSTY,5,20,-100\n12345678,05/05/2026,Buy cancel,MSTY,-5,20,100\n'
  ],
  [
    'Interactive Brokers',
    '<FlexQueryResponse><FlexStatements><FlexStatement accountId="U1"><Trades><Trade assetCategory="STK" symbol="MSTY" tradeDate="20260504" quantity="-5" tradePrice="20" buySell="SELL" currency="USD"/><Trade assetCategory="STK" symbol="MSTY" tradeDate="20260504" quantity="5" tradePrice="20" buySell="SELL (Ca.)" currency="USD"/></Trades></FlexStatement></FlexStatements></FlexQueryResponse>'
  ],
  [
    'Interactive Brokers',
    'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,Proceeds,Comm/Fee,Code\nTrades,Data,Order,Stocks,USD,MSTY,2026-05-04,5,20,-100,0,O\nTrades,Data,Order,Stocks,USD,MSTY,2026-05-04,-5,20,100,0,Ca;O\n'
  ]
])('a canceled trade of %s is nothing', async (format, text) => {
  const { transactions, skipped, problems, ...reading } = await readingOf(text)
  expect(reading.format).toBe(format)
  expect({ transactions, problems }).toEqual({ transactions: [], problems: [] })
  expect([...skipped]).toEqual([['Canceled trades', 2]])
})

test('two reverse splits on one day belong to their own funds', async () => {
  const row = (symbol: string, name: string, shares: number) =>
    `12/01/2025,Reverse Split,${symbol},${name},${shares},,,\n`
  const symbolsOf = async (rows: string) =>
    (await readingOf(schwab + rows)).transactions
      .map((one) => `${one.symbol} ${'shares' in one && one.shares}`)
      .sort()
  const expected = ['CONY -300', 'CONY 30', 'TSLY -510', 'TSLY 102']
  const names = [
    row('CONY', 'YIELDMAX COIN ETF', 30),
    row('TSLY', 'YIELDMAX TSLA ETF', 102),
    row('88634T790', 'YIELDMAX TSLA XXXREVERSE SPLIT', -510),
    row('88634T840', 'YIELDMAX COIN XXXREVERSE SPLIT', -300)
  ]
  expect(await symbolsOf(names.join(''))).toEqual(expected)
  // Without a name, the rows of each fund are in the same order.
  const pairs = [
    row('TSLY', 'ETF', 102),
    row('88634T790', 'ETF', -510),
    row('CONY', 'ETF', 30),
    row('88634T840', 'ETF', -300)
  ]
  expect(await symbolsOf(pairs.join(''))).toEqual(expected)
  const fidelityRows = [
    '12/01/2025,A,REVERSE SPLIT R/S FROM 88634T840#REOR (CONY),CONY,FUND,Cash,30,,,',
    '12/01/2025,A,REVERSE SPLIT R/S FROM 88634T790#REOR (TSLY),TSLY,FUND,Cash,102,,,',
    '12/01/2025,A,REVERSE SPLIT R/S TO 88636X708#REOR,88634T790,FUND,Cash,-510,,,',
    '12/01/2025,A,REVERSE SPLIT R/S TO 88636X709#REOR,88634T840,FUND,Cash,-300,,,'
  ]
  const { transactions } = await readingOf(`${fidelity}${fidelityRows.join('\n')}\n`)
  expect(transactions.map((one) => `${one.symbol} ${'shares' in one && one.shares}`).sort()).toEqual(expected)
})

test('treasury bills and other bonds are not shares', async () => {
  const bond = (cusip: string, name: string) =>
    `05/04/2026,Buy,${cusip},${name},"10,000",$98.91,,"-$9,891.00"\n`
  const { transactions, skipped, problems } = await readingOf(
    schwab +
      bond('912797GB7', 'US TREASURY BILL26 U S T BILL DUE 08/20/26') +
      bond('46656MAB1', 'JPMORGAN CHASE 4.9%26 CD FDIC INS DUE 05/20/26') +
      '05/04/2026,Buy,TBIL,US TREASURY 3 MONTH BILL ETF,10,$50.00,,-$500.00\n'
  )
  expect(transactions).toMatchObject([{ symbol: 'TBIL', shares: 10 }])
  expect([...skipped]).toEqual([['Bonds', 2]])
  expect(problems).toEqual([])
})
