import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { HeldFund } from '../funds/held-fund.ts'
import { reduceLedger } from '../ledger/reduce-ledger.ts'
import type { Transaction } from '../ledger/transaction.ts'
import { sharesHeld } from '../positions/holdings.ts'
import type { FileReading } from './file-reading.ts'
import { formatTransactions } from './formats/doubloon.ts'
import { type PlannedImport, planImport, summaryOf } from './plan-import.ts'
import { readFile } from './read-file.ts'

const msty = {
  symbol: 'MSTY',
  closes: [],
  payments: [],
  returnOfCapital: { notices: [], finals: [] },
  splits: [{ date: '2025-12-08', oldShares: 5, newShares: 1 }]
} as unknown as HeldFund
const funds = new Map([['MSTY', msty]])
const symbols = new Map([
  ['MSTY', 'MSTY'],
  ['ULTY', 'ULTY'],
  ['OLDY', 'ULTY']
])

async function read(content: string | Uint8Array): Promise<FileReading> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const result = await readFile(bytes)
  if (!result.ok) throw new Error(result.fault)
  return result.reading
}
const faultOf = async (content: string | Uint8Array) => {
  const result = await readFile(typeof content === 'string' ? new TextEncoder().encode(content) : content)
  return result.ok ? null : result.fault
}
const sample = (name: string) => readFileSync(new URL(`samples/${name}`, import.meta.url))
const plan = (reading: FileReading, existing: readonly Transaction[] = []): PlannedImport =>
  planImport({ reading, existing, methods: [], symbols, funds, today: '2026-07-08' })

test.each([
  ['Roth IRA', 'tax-free'],
  ['ROTH IRA X12345678', 'tax-free'],
  ['HSA', 'tax-free'],
  ['Health Savings Account', 'tax-free'],
  ['Traditional IRA', 'tax-deferred'],
  ['Rollover IRA', 'tax-deferred'],
  ['ACME 401(k)', 'tax-deferred'],
  ['403b', 'tax-deferred'],
  ['SEP-IRA', 'tax-deferred'],
  ['Miranda', 'taxable'],
  ['Separate', 'taxable'],
  ['457(b)', 'tax-deferred'],
  ['State 457 plan', 'tax-deferred'],
  ['Schwab Individual ...457', 'taxable'],
  ['Individual X12345457', 'taxable'],
  ['INDIVIDUAL X33334444', 'taxable']
])('the name of a new account suggests its kind: %s is %s', (account, kind) => {
  const bought = { symbol: 'MSTY', date: '2025-03-03', type: 'buy', shares: 1, price: 10, fee: 0 } as const
  const reading: FileReading = {
    format: 'Test',
    hasAccounts: true,
    skipped: new Map(),
    problems: [],
    balances: [],
    notes: [],
    transactions: [{ ...bought, account }]
  }
  expect(plan(reading).kinds).toEqual(kind === 'taxable' ? [] : [{ account, kind }])
  // The visitor may have changed the kind of an account that exists.
  expect(plan(reading, [{ ...bought, id: 'a', account, date: '2025-02-03' }]).kinds).toEqual([])
})

/**
 * All samples have the same history: 502 shares bought at 10.72, a payment of 84.74, 8 shares reinvested at 10, a
 * reverse split of 5 for 1, and 20 of the 102 shares sold for 589.90 net; an interest row and an unknown action.
 */
const samples: [file: string, format: string, account: string, broker: number | null][] = [
  ['fidelity-2025.csv', 'Fidelity', 'Rollover IRA', null],
  ['fidelity-2022.csv', 'Fidelity', 'INDIVIDUAL X33334444', null],
  ['schwab.csv', 'Schwab', 'Schwab', null],
  ['schwab-titled.csv', 'Schwab', 'Schwab Individual ...123', null],
  ['robinhood.csv', 'Robinhood', 'Robinhood', null],
  ['vanguard.csv', 'Vanguard', 'Vanguard 6666', 82],
  ['ibkr-statement.csv', 'Interactive Brokers', 'IBKR U7654321', 82],
  ['ibkr-flex.xml', 'Interactive Brokers', 'IBKR U7654321', 82],
  ['etrade-2024.csv', 'E*TRADE', 'E*TRADE 7788', null],
  ['etrade-2025.csv', 'E*TRADE', 'E*TRADE 7788', null],
  ['merrill-2023.csv', 'Merrill', 'CMA-Edge 1AB-23456', null],
  ['merrill-2025.csv', 'Merrill', 'CMA-Edge', null],
  ['merrill-2026.csv', 'Merrill', 'CMA-Edge 1AB-23456', null],
  ['ibkr-history.csv', 'Interactive Brokers', 'IBKR U***54321', null],
  ['trading-212.csv', 'Trading 212', 'Trading 212', null],
  ['investments.qfx', 'OFX', 'broker.example 1234', 82],
  ['portfolio-performance-de.csv', 'Portfolio Performance', 'Portfolio Performance', null],
  ['ghostfolio.json', 'Ghostfolio', 'IRA', null],
  ['wealthfolio.csv', 'Wealthfolio', 'IRA', null],
  ['wealthfolio-2026.csv', 'Wealthfolio', 'Wealthfolio', null],
  ['snowball.csv', 'Snowball', 'Snowball', null],
  ['doubloon.csv', 'Doubloon', 'IRA', null]
]

test.each(samples)(
  '%s gives the same shares, cost, proceeds and payment',
  async (file, format, account, broker) => {
    const reading = await read(sample(file))
    const { added, positions, problems, known, uncovered } = plan(reading)
    expect(reading.format).toBe(format)
    expect(positions).toEqual([{ account, symbol: 'MSTY', shares: expect.closeTo(82, 6), broker }])
    expect(problems.map(({ line, text }) => [line > 0, text.length > 0])).toEqual([[true, true]])
    expect([known, uncovered]).toEqual([0, []])
    const { lots } = reduceLedger(added, funds)
    expect(sharesHeld(lots)).toBeCloseTo(82, 6)
    expect(lots.reduce((sum, { cost }) => sum + (cost ?? 0), 0)).toBeCloseTo(5461.44, 6)
    expect(lots.reduce((sum, { sale }) => sum + (sale?.proceeds ?? 0), 0)).toBeCloseTo(589.9, 6)
    const paid = added.flatMap((one) => (one.type === 'cash' ? [one.amount] : []))
    expect(paid).toEqual([expect.closeTo(84.74, 2)])
    // The same file again adds nothing.
    expect(plan(reading, added)).toMatchObject({ added: [], known: added.length })
  }
)

/** Next step that a refused row names. */
const enterIt = 'If it changed your shares or payments, enter it with “Add a transaction”.'
const fidelityHead = 'Run Date,Account,Action,Symbol,Description,Type,Quantity,Price,Amount,Settlement Date'
const etradeHead =
  'Activity/Trade Date,Transaction Date,Settlement Date,Activity Type,Description,Symbol,Cusip,Quantity #,Price $,Amount $,Commission,Category,Note'
const t212Head =
  'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Total,Currency (Total),Withholding tax,Currency (Withholding tax)'
const historyHead =
  'Summary,Data,Base Currency,GBP\nTransaction History,Header,Date,Account,Description,Transaction Type,Symbol,Quantity,Price,Price Currency,Gross Amount ,Commission,Net Amount'
const ofx = (transactions: string, currency = 'USD') =>
  `<OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><CURDEF>${currency}<INVACCTFROM><BROKERID>x<ACCTID>1<NOTE>
<ZIP></INVACCTFROM><INVTRANLIST>${transactions}</INVTRANLIST></INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1></OFX>`
const flex = (content: string) =>
  `<FlexQueryResponse><FlexStatements><FlexStatement accountId="U1">${content}</FlexStatement></FlexStatements></FlexQueryResponse>`
const secid = '<SECID><UNIQUEID>MSTY<UNIQUEIDTYPE>TICKER</SECID>'

/** Rows as exported, with their results: transactions, names of skipped actions, or reasons why a row is rejected. */
test.each<[what: string, file: string, expected: (string | Record<string, unknown>)[]]>([
  [
    'an account in quotes and a number',
    `${fidelityHead}\n 05/04/2026,"Individual" X1234," YOU BOUGHT FUND (MSTY) (Cash)", MSTY," FUND",Cash,2,20,-40,05/05/2026`,
    [{ type: 'buy', account: 'Individual X1234', shares: 2 }]
  ],
  [
    'a qualified dividend, a bond, a sweep',
    `${fidelityHead}
05/04/2026,A,QUALIFIED DIVIDEND,MSTY,FUND,Cash,,,4.31,
05/04/2026,A,YOU BOUGHT REF BDS,412003AD7,HARDIN CNTY OHIO 05.50000% 05/01/2050,Cash,55000,90.67,-50151.44,
05/04/2026,A,EXCHANGED TO QUSBQ FDIC INSURED,QUSBQ,FDIC INSURED,Cash,0.000,,0.00,`,
    [{ type: 'cash', amount: 4.31 }, 'Bonds', 'EXCHANGED TO QUSBQ FDIC INSURED']
  ],
  [
    "Schwab's tax on interest",
    `Date,Action,Symbol,Description,Price,Quantity,Fees & Comm,Amount\n06/27/2024,NRA Tax Adj,,SCHWAB1 INT,,,,$-0.88`,
    ['NRA Tax Adj']
  ],
  [
    'an option under the symbol of its shares',
    `${etradeHead}\n02/18/26,02/18/26,02/19/26,Sold Short,PUT  IWM    02/27/26   260.000,IWM,--,-1.0,2.13,212.49,0.51,--,--`,
    ['Options']
  ],
  [
    'shares bought with a dividend, without a price',
    'TransactionDate,TransactionType,SecurityType,Symbol,Quantity,Amount,Price,Commission,Description\n12/31/19,Dividend,MF,JSPGX,5.834,-81.33,0,0,REINVEST PRICE $ 13.94',
    [{ type: 'reinvest', shares: 5.834, price: expect.closeTo(81.33 / 5.834, 6) }]
  ],
  [
    'a contribution to a 529 plan',
    `Account Number,Trade Date,Process Date,Transaction Type,Investment Name,Shares,Net Amount
5-01,06/30/2023,06/30/2023,Contribution AIP,Target Portfolio,26.2881,$250`,
    ['Contribution AIP']
  ],
  [
    'a reinvestment of no shares of a settlement fund',
    `Account Number,Trade Date,Transaction Type,Symbol,Shares,Share Price,Net Amount
12345678,05/04/2026,Reinvestment,VMFXX,0.0000,1,-8.5`,
    ['Reinvestment']
  ],
  [
    'payments net of tax, and an old one in pounds',
    `${t212Head}
Dividend (Dividend),2023-12-28 09:32:51,US9078181081,UNP,Union Pacific,10,1.11,USD,10.05,EUR,1.95,USD
Dividend,2024-03-15 08:00:00,US0378331005,AAPL,Apple Inc.,,,,18.50,GBP,,
Result adjustment,2024-01-04 13:12:49,,,,,,,0.75,GBP,,
Stock distribution,2025-01-23 14:46:06,US9078181081,UNP,Union Pacific,,EOF27,11.05,0.00,USD,,`,
    [
      { type: 'cash', amount: 13.05 },
      { type: 'withheld', amount: 1.95 },
      'Dividend in GBP',
      'Result adjustment',
      'The columns of this row don’t match those of the file. Export the file again.'
    ]
  ],
  [
    'a base currency other than that of the fund',
    `${historyHead}
Transaction History,Data,2026-05-21,U1,SOFI,Buy,SOFI,55.0,15.4493,USD,-731.41,-0.86,-732.27
Transaction History,Data,2026-05-21,U1,SOFI(US1) Cash Dividend,Dividend,SOFI,-,-,-,20.0,-,20.0
Transaction History,Data,2026-05-21,U1,CALL,Sell,CRWD  260717C00400000,-1.0,3.2,USD,237,-1,236`,
    [
      { type: 'buy', account: 'IBKR U1', shares: 55, price: 15.4493, fee: expect.closeTo(0.9991, 3) },
      'Dividend in GBP',
      'Options'
    ]
  ],
  [
    'tax among expenses, a reinvestment with its payment, tags without an end',
    ofx(`<INVEXPENSE><INVTRAN><DTTRADE>20260504<MEMO>DIV - Foreign Stk W/H</INVTRAN>${secid}<TOTAL>-21.89</INVEXPENSE>
<REINVEST><INVTRAN><DTTRADE>20260505</INVTRAN>${secid}<INCOMETYPE>DIV<TOTAL>-50<UNITS>2<UNITPRICE>25</REINVEST>
<BUYSTOCK>    <INVBUY><INVTRAN><DTTRADE>20260506</INVTRAN>${secid}<UNITS>+00010.5<UNITPRICE>20<FEES>0.5<TOTAL>-210.5</INVBUY></BUYSTOCK>`),
    [
      { type: 'withheld', amount: 21.89 },
      { type: 'cash', amount: 50 },
      { type: 'reinvest', shares: 2, price: 25 },
      { type: 'buy', shares: 10.5, price: 20, fee: 0.5 }
    ]
  ],
  [
    'reinvestments that are listed as purchases',
    ofx(`<INCOME><INVTRAN><DTTRADE>20260504</INVTRAN>${secid}<INCOMETYPE>DIV<TOTAL>50</INCOME>
<BUYMF><INVBUY><INVTRAN><DTTRADE>20260505<MEMO>DIVIDEND REINVESTMENT</INVTRAN>${secid}<UNITS>2<UNITPRICE>25<TOTAL>-50</INVBUY></BUYMF>`),
    [
      { type: 'cash', amount: 50 },
      { type: 'reinvest', shares: 2, price: 25, formerly: { type: 'buy' } }
    ]
  ],
  [
    'an account in Canadian dollars',
    ofx(`<INCOME><INVTRAN><DTTRADE>20260504</INVTRAN>${secid}<INCOMETYPE>DIV<TOTAL>4</INCOME>`, 'CAD'),
    ['INCOME DIV in CAD']
  ],
  [
    'a returned commission, returned tax, a reinvestment and a canceled trade',
    flex(`<CashTransactions><CashTransaction currency="USD" symbol="OPI" dateTime="2025-02-21 12:20:00 AEST" amount="0.08" type="Withholding Tax"/>
<CashTransaction currency="USD" symbol="DES" dateTime="08-May-25" amount="0.37" type="Commission Adjustments"/></CashTransactions>
<Trades><Trade assetCategory="STK" symbol="MSTY" tradeDate="20250521" quantity="2" tradePrice="20" notes="P;R" currency="USD"/>
<Trade assetCategory="STK" symbol="MSTY" tradeDate="20250521" quantity="-3" tradePrice="20" buySell="BUY (Ca.)" currency="USD"/></Trades>`),
    [
      { type: 'reinvest', symbol: 'MSTY', shares: 2 },
      { type: 'withheld', symbol: 'OPI', date: '2025-02-21', amount: -0.08 },
      { type: 'fee', symbol: 'DES', date: '2025-05-08', amount: -0.37 },
      { type: 'cancel-buy', symbol: 'MSTY', shares: 3, price: 20 }
    ]
  ],
  [
    'trade confirmations, with taxes among the fees and orders left out',
    flex(`<TradeConfirms><TradeConfirm assetCategory="STK" symbol="MSTY" tradeDate="20260504" quantity="10" price="20" commission="-1" tax="-0.09" code="O" buySell="BUY" currency="USD" levelOfDetail="EXECUTION"/>
<TradeConfirm assetCategory="STK" symbol="MSTY" tradeDate="20260504" quantity="10" price="20" commission="-1" buySell="BUY" currency="USD" levelOfDetail="ORDER"/></TradeConfirms>`),
    [{ type: 'buy', symbol: 'MSTY', date: '2026-05-04', shares: 10, price: 20, fee: 1.09 }]
  ],
  [
    'a deposit, a purchase, a split and a sale of another tracker',
    `Event,Date,Symbol,Price,Quantity
CASH_IN,2025-01-02,USD,1,500
BUY,2025-01-03,MSTY,20,10
SPLIT,2025-12-08,MSTY,0.2,0
DIVIDEND,2025-12-12,MSTY,0.5,5
SELL,2026-01-05,MSTY,29,2`,
    [
      { type: 'buy', shares: 10 },
      { type: 'cash', amount: 5 },
      { type: 'sell', shares: 2 },
      'CASH_IN',
      '“SPLIT” has a ratio, not a number of shares. Splits of funds we cover are applied without it. Enter the change in shares with “Add a transaction”, as a split or a correction.'
    ]
  ],
  [
    'trades among quotes, not the quotes',
    `Symbol,Current Price,Date,Time,Change,Open,High,Low,Volume,Trade Date,Purchase Price,Quantity,Commission,High Limit,Low Limit,Comment,Transaction Type
MSTY,9.1,2026/07/08,16:00 EDT,0.1,9,9.2,8.9,100,20250303,20.5,10,1,,,,BUY
MSTY,9.1,2026/07/08,16:00 EDT,0.1,9,9.2,8.9,100,20250304,21.5,4,,,,,SELL
MSTY,9.1,2026/07/08,16:00 EDT,0.1,9,9.2,8.9,100,20250305,22.5,-40,,,,,
VWCE.DE,14,2026/07/08,17:35 CEST,,,,,,20250901,10,10,,,,,BUY
$$CASH_TX,1,2026/07/08,16:00 EDT,,,,,,20250301,,5000,,,,,DEPOSIT
ULTY,5.4,2026/07/08,16:00 EDT,0.1,5,5,5,100,,,,,,,,`,
    [
      { type: 'buy', date: '2025-03-03', shares: 10, price: 20.5, fee: 1 },
      { type: 'sell', date: '2025-03-04', shares: 4, price: 21.5 },
      'Other exchanges',
      'Cash',
      'Quotes',
      { type: 'cancel-buy', symbol: 'MSTY', date: '2025-03-05', shares: 40 }
    ]
  ],
  [
    'rows of Schwab that others forget: cash, tax of the year before, an adjusted reinvestment',
    `"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
"03/31/2026","Reinvestment Adj","JEPI","JPMORGAN EQUITY PREMIUM","-0.01","$57.20","",""
"03/30/2026","Reinvestment Adj","JEPI","JPMORGAN EQUITY PREMIUM","0.02","$57.20","","-$1.14"
"03/27/2026","Pr Yr NRA Tax","JEPI","JPMORGAN EQUITY PREMIUM","","","","-$4.10"
"03/26/2026","Wire Funds Received","","WIRED FUNDS RECEIVED","","","","$500.00"
"03/25/2026","ATM Rebate","","ATM FEE REBATE","","","","$3.00"`,
    [
      { type: 'withheld', amount: 4.1 },
      { type: 'reinvest', shares: 0.02 },
      { type: 'correction', shares: -0.01 },
      'Wire Funds Received',
      'ATM Rebate'
    ]
  ],
  [
    'a sale that Schwab canceled',
    `"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
"03/26/2026","Cancel Sell","JEPI","JPMORGAN EQUITY PREMIUM","10","$57","","-$570.00"`,
    [{ type: 'cancel-sell', shares: 10, price: 57 }]
  ],
  [
    'a fraction that Merrill sold',
    `"Settlement date","Description","Type","Symbol/ CUSIP","Quantity","Price","Amount"
"06/22/2026","Fractional Share Sale JPMORGAN EQUITY PREMIUM SALE PRICE $57.00000 QTY SOLD .0067","Trades/Securities","JEPI","--","--","+$0.38"`,
    [{ type: 'sell', shares: 0.0067, price: expect.closeTo(0.38 / 0.0067, 4) }]
  ],
  [
    'shares moved into and out of Trading 212',
    `${t212Head}
Transfer in,2026-03-07 10:00:00,US46641Q3323,JEPI,JPMorgan,3,57.00,USD,,,,
Transfer out,2026-03-08 10:00:00,US46641Q3323,JEPI,JPMorgan,3,57.00,USD,,,,`,
    [
      { type: 'transfer-in', shares: 3 },
      { type: 'transfer-out', shares: 3 }
    ]
  ],
  [
    'the third table of Vanguard, of an account without symbols, and the table of its balances',
    `Account Number,Investment Name,Symbol,Shares,Share Price,Total Value,
55556666,JPMORGAN EQUITY PREMIUM,JEPI,2,57.00,114.00,

Account Number,Trade Date,Settlement Date,Transaction Type,Transaction Description,Investment Name,Symbol,Shares,Share Price,Principal Amount,Commission Fees,Net Amount,Accrued Interest,Account Type,
55556666,2026-03-02,2026-03-03,Buy,Buy,JPMORGAN EQUITY PREMIUM,JEPI,2.00000,57,-114,0.0,-114,0.0,CASH,

Fund Account Number,Fund Name,Price,Shares,Total Value
77778888-01,500 Index Portfolio,$116.24,2.5,$290.60

Account Number,Trade Date,Process Date,Transaction Type,Transaction Description,Investment Name,Share Price,Shares,Gross Amount,Net Amount
77778888-01,03/02/2026,03/02/2026,Recurring Contribution,Recurring Contribution,500 Index Portfolio,$109.92,2.2744,$250,$250`,
    [{ type: 'buy', shares: 2, account: 'Vanguard 6666' }, 'Recurring Contribution']
  ],
  [
    'a dividend that bought shares, and a ratio that is no number of shares',
    `date,type,symbol,quantity,unit_price,currency,fee,amount,subtype
2024-07-15,DIVIDEND,VTI,50,1.25,USD,,,DRIP
2024-05-15,SPLIT,NVDA,3,,,,,
2024-06-01,TAX,,,,USD,,150.00,WITHHOLDING`,
    [
      { type: 'cash', amount: 62.5 },
      { type: 'reinvest', shares: 50, price: 1.25 },
      'TAX',
      '“SPLIT” has a ratio, not a number of shares. Splits of funds we cover are applied without it. Enter the change in shares with “Add a transaction”, as a split or a correction.'
    ]
  ]
])('the import reads %s', async (_what, file, expected) => {
  const { transactions, skipped, reversals, problems } = await read(file)
  const found = [
    ...transactions,
    ...skipped.keys(),
    ...(reversals ?? []).map(({ trade }) => trade),
    ...problems.map(({ reason }) => reason)
  ]
  expect(found).toEqual(expected.map((one) => (typeof one === 'string' ? one : expect.objectContaining(one))))
})

test('a reinvestment of another tracker needs a price near the close of the fund', async () => {
  const row = (shares: string, price: string) =>
    `date,type,symbol,quantity,unit_price,currency,fee,amount,subtype\n2026-05-04,DIVIDEND,MSTY,${shares},${price},USD,,,DRIP\n`
  const held = new Map([
    ['MSTY', { ...msty, closes: [{ date: '2026-05-04', close: 20 }] } as unknown as HeldFund]
  ])
  const planOf = async (text: string, loaded: typeof funds) =>
    planImport({
      reading: await read(text),
      existing: [],
      methods: [],
      symbols,
      funds: loaded,
      today: '2026-07-08'
    })
  const bought = await planOf(row('2.5', '20.4'), held)
  expect(bought.added).toMatchObject([
    { type: 'cash', amount: 51 },
    { type: 'reinvest', shares: 2.5 }
  ])
  // 50 shares held and $1.25 for each; the payment is the same.
  for (const [text, loaded] of [
    [row('50', '1.25'), held],
    [row('2.5', '20.4'), new Map()]
  ] as const) {
    const { added, problems } = await planOf(text, loaded)
    expect(added.map(({ type }) => type)).toEqual(['cash'])
    expect(problems).toHaveLength(1)
  }
})

test("Merrill's settlement dates become trade dates, with a note", async () => {
  const { transactions, notes } = await read(sample('merrill-2026.csv'))
  // Settled on Tuesday, November 4, and Tuesday, January 6; a payment and a split settle on their day.
  expect(transactions.map(({ type, date }) => `${type} ${date}`)).toEqual([
    'buy 2025-11-03',
    'cash 2025-11-07',
    'reinvest 2025-11-10',
    'split 2025-12-08',
    'sell 2026-01-05'
  ])
  expect(notes).toHaveLength(1)
  expect((await read(sample('merrill-2023.csv'))).notes).toEqual([])
})

test("Robinhood's cash for a fraction is a payment for it", async () => {
  const head = 'Activity Date,Instrument,Description,Trans Code,Quantity,Price,Amount\n'
  expect((await read(`${head}12/9/2025,MSTY,F,CFIR,,,$4.31\n`)).transactions).toMatchObject([
    { type: 'cash-in-lieu', symbol: 'MSTY', amount: 4.31 }
  ])
})

test('what earlier versions read from the same row is recognized', async () => {
  const text = `${fidelityHead}\n01/02/2026,A,REINVESTMENT as of Dec-31-2025 FUND (MSTY) (Cash),MSTY,FUND,Cash,2,20,-40,\n`
  const reading = await read(text)
  const [added] = plan(reading).added
  expect(added).toMatchObject({ date: '2025-12-31', shares: 2 })
  expect(plan(reading, [{ ...added, date: '2026-01-02' } as Transaction])).toMatchObject({
    added: [],
    known: 1
  })
  expect(added).not.toHaveProperty('formerly')
})

test("Schwab's sale is imported, and an unknown action is reported with its line, not guessed", async () => {
  const { added, problems, skipped } = plan(await read(sample('schwab-titled.csv')))
  expect(added.find(({ type }) => type === 'sell')).toMatchObject({
    symbol: 'MSTY',
    shares: 20,
    price: 29.5,
    fee: 0.1
  })
  expect(problems).toEqual([
    {
      line: 5,
      text: '12/22/2025, Proxy Vote Bonus, PROXY, $5.00',
      reason: `“Proxy Vote Bonus” isn’t an action we know from Schwab. ${enterIt}`
    }
  ])
  expect(skipped).toEqual([['Credit Interest', 1]])
})

test('rows with line breaks in a cell keep their line numbers', async () => {
  const { problems } = await read(sample('robinhood.csv'))
  expect(problems.map(({ line }) => line)).toEqual([5])
})

test('the preview counts what is added, skipped and not understood', async () => {
  expect(summaryOf(plan(await read(sample('schwab.csv'))))).toBe(
    '1 buy, 1 sale, 1 reinvestment, 1 payment, 2 splits from 1 fund, 1 other row skipped, 1 not understood'
  )
})

test('withheld tax is a transaction of its own', async () => {
  for (const file of [
    'ibkr-statement.csv',
    'ibkr-flex.xml',
    'trading-212.csv',
    'portfolio-performance-de.csv',
    'snowball.csv'
  ]) {
    const { added } = plan(await read(sample(file)))
    expect(
      added.find(({ type }) => type === 'withheld'),
      file
    ).toMatchObject({ amount: 12.71, date: '2025-11-07' })
  }
})

const schwabHead = '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"\n'
const schwabBuy = (date: string, symbol = 'MSTY', shares = '10') =>
  `"${date}","Buy","${symbol}","FUND","${shares}","$20.00","","-$200.00"\n`

test('overlapping files add each booking once, and two equal ones in one file twice', async () => {
  const first = plan(await read(schwabHead + schwabBuy('05/04/2026') + schwabBuy('05/05/2026')))
  const second = await read(
    schwabHead + schwabBuy('05/05/2026') + schwabBuy('05/05/2026') + schwabBuy('05/06/2026')
  )
  expect(plan(second, first.added)).toMatchObject({
    known: 1,
    added: [{ date: '2026-05-05' }, { date: '2026-05-06' }]
  })
})

test.each([
  ['schwab-titled.csv', 'schwab.csv', 'Schwab Individual ...123', 'Schwab'],
  ['fidelity-2025.csv', 'fidelity-2022.csv', 'Rollover IRA', 'INDIVIDUAL X33334444']
])('%s and %s are recognized as one account', async (first, second, existing, account) => {
  const { added } = plan(await read(sample(first)))
  expect(plan(await read(sample(second)), added).sameAccounts).toEqual(new Map([[account, existing]]))
})

test('a purchase entered by hand gets the account and price of the file instead of a duplicate', async () => {
  const byHand: Transaction = {
    id: 'hand',
    account: '',
    type: 'buy',
    symbol: 'MSTY',
    date: '2026-05-04',
    shares: 10,
    price: null,
    fee: 0
  }
  const { added, confirmed } = plan(await read(schwabHead + schwabBuy('05/04/2026')), [byHand])
  expect(confirmed).toBe(1)
  expect(added).toEqual([{ ...byHand, account: 'Schwab', price: 20 }])
})

test('an edited import is recognized by its original booking', async () => {
  const reading = await read(schwabHead + schwabBuy('05/04/2026'))
  const [bought] = plan(reading).added as [Transaction]
  const edited = {
    ...bought,
    date: '2026-05-03',
    source: 'Schwab|buy|MSTY|2026-05-04|10|20|0|'
  } as Transaction
  expect(plan(reading, [edited])).toMatchObject({ added: [], known: 1 })
})

test('bookings of uncovered funds are imported, and former symbols belong to the current fund', async () => {
  const { added, uncovered, covered } = plan(
    await read(schwabHead + schwabBuy('05/04/2026', 'BRK/B') + schwabBuy('05/04/2026', 'OLDY'))
  )
  expect(added.map(({ symbol }) => symbol)).toEqual(['ULTY', 'BRK/B'])
  expect([covered, uncovered]).toEqual([['ULTY'], ['BRK/B']])
})

test('encodings, separators and number formats are understood', async () => {
  const lots = 'Trade date;Ticker;Price;Quantity\n2026-05-14;MSTY;20;3\n'
  const expected = [
    { account: '', type: 'buy', symbol: 'MSTY', date: '2026-05-14', shares: 3, price: 20, fee: 0 }
  ]
  const utf16 = new Uint8Array(Buffer.from(`\uFEFF${lots}`, 'utf16le'))
  expect((await read(lots)).transactions).toEqual(expected)
  expect((await read(utf16)).transactions).toEqual(expected)
  expect((await read(utf16.slice(2))).transactions).toEqual(expected)
  expect((await read('\uFEFFMSTY\t3\t05/14/2026\t$20')).transactions).toEqual(expected)
  const german = Buffer.from(sample('portfolio-performance-de.csv').toString('utf8'), 'latin1')
  expect((await read(new Uint8Array(german))).transactions).toHaveLength(5)
})

test('our own export is read back unchanged', async () => {
  const { added } = plan(await read(sample('doubloon.csv')))
  const named = added.map((one) => ({ ...one, account: '=IRA' }))
  const csv = formatTransactions(named)
  expect(csv).toContain("buy,'=IRA,MSTY,2025-11-03,502,10.72,,")
  expect(plan(await read(csv), named)).toMatchObject({ added: [], known: added.length, problems: [] })
})

test('our own export keeps named lots, days of purchase and edited bookings', async () => {
  const bought = { account: 'IRA', symbol: 'MSTY', price: 10, fee: 0 }
  const kept: Transaction[] = [
    {
      ...bought,
      id: 'a',
      type: 'buy',
      date: '2026-01-05',
      shares: 5,
      source: 'IRA|buy|MSTY|2026-01-02|5|10|0|'
    },
    { ...bought, id: 'b', type: 'transfer-in', date: '2026-02-02', shares: 7, boughtOn: '2024-03-01' },
    { ...bought, id: 'c', type: 'sell', date: '2026-03-02', shares: 3, lots: [{ id: 'b', shares: 2.5 }] }
  ]
  const csv = formatTransactions(kept)
  const { added, problems } = plan(await read(csv))
  const [first, second, sale] = added
  expect(problems).toEqual([])
  expect(first).toEqual({ ...kept[0], id: first?.id })
  expect(second).toEqual({ ...kept[1], id: second?.id })
  expect(sale).toEqual({ ...kept[2], id: sale?.id, lots: [{ id: second?.id, shares: 2.5 }] })
  // If the portfolio already has the purchase, the sale names that one.
  expect(plan(await read(csv), kept.slice(0, 2)).added).toMatchObject([{ lots: [{ id: 'b', shares: 2.5 }] }])
})

test('formulas, prototype names and impossible figures are rejected with a reason, never run', async () => {
  const rows = [
    schwabBuy('05/04/2026', '=HYPERLINK(1)'),
    `"05/04/2026","__proto__","MSTY","","1","$1","",""\n`,
    `"05/04/2026","constructor","MSTY","","1","$1","",""\n`,
    schwabBuy('02/30/2026'),
    schwabBuy('05/04/2026', 'MSTY', '1e9'),
    schwabBuy('05/04/2026', 'MSTY', '99999999'),
    schwabBuy('05/04/2099')
  ]
  const { added, problems } = plan(await read(schwabHead + rows.join('')))
  expect(added).toEqual([])
  expect(problems.map(({ reason }) => reason)).toEqual([
    `The symbol can’t be read. ${enterIt}`,
    `“__proto__” isn’t an action we know from Schwab. ${enterIt}`,
    `“constructor” isn’t an action we know from Schwab. ${enterIt}`,
    `The date can’t be read. ${enterIt}`,
    `A number can’t be read. ${enterIt}`,
    `The amount differs from shares times price by more than 1%. ${enterIt}`,
    'The day is in the future: May 4, 2099. Correct it in the file and import it again.'
  ])
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

test('a row that storage would reject is reported and not saved', async () => {
  const row = (shares: string, fee: string, amount: string) =>
    `"05/04/2026","Buy","MSTY","FUND","${shares}","","${fee}","${amount}"\n`
  const { added, problems } = plan(
    // The fee is above the amount; two cents' worth of a share for $21,000.
    await read(schwabHead + row('1', '$9', '-$4') + row('0.01', '', '-$21,000') + row('2', '', '-$40'))
  )
  expect(added.map(({ type, symbol }) => [type, symbol])).toEqual([['buy', 'MSTY']])
  const reason = `The price must be from 0 to 1,000,000 dollars, or empty. ${enterIt}`
  expect(problems.map((problem) => [problem.line, problem.reason])).toEqual([
    [2, reason],
    [3, reason]
  ])
})

test('empty, damaged and unknown files are rejected with a reason', async () => {
  expect(await faultOf('')).toBe('This file is empty.')
  expect(await faultOf(' \r\n\r\n')).toBe('This file is empty.')
  expect(await faultOf('{"activities": [')).toContain('isn’t valid JSON')
  expect(await faultOf('{"a": 1}')).toContain('My Fleet doesn’t recognize this file’s format')
  expect(await faultOf(sample('ibkr-flex.xml').toString().slice(0, 900))).toContain('its tags don’t match')
  expect(await faultOf(new Uint8Array(300).map((_, index) => (index * 37) % 256))).toContain(
    'doesn’t recognize'
  )
  // A list of transactions from an unknown broker: nothing is guessed.
  expect(await faultOf('Symbol,Quantity,Date,Price,Side\nMSTY,3,2026-05-04,20,SELL\n')).toContain(
    'doesn’t recognize'
  )
  // A column that we don't know may say that a row is no purchase.
  expect(await faultOf('Event,Symbol,Quantity,Date\nSELL,MSTY,3,2026-05-04\n')).toContain('doesn’t recognize')
  expect(await faultOf('MSTY,3,2026-05-04,20,SELL\n')).toContain('doesn’t recognize')
})

test('a truncated file is read up to its incomplete row', async () => {
  const { transactions, problems } = await read(
    `${schwabHead}${schwabBuy('05/04/2026')}"05/05/2026","Buy","MSTY","FU`
  )
  expect(transactions).toHaveLength(1)
  expect(problems).toEqual([
    {
      line: 3,
      text: expect.any(String),
      reason: 'The quotes of this row don’t match, or the file ends in it. Export it again.'
    }
  ])
})

test('E*TRADE’s account is the last number of the title, so that two accounts are two', async () => {
  const first = sample('etrade-numbered-name.csv').toString()
  const second = first.replace('Cap 1(-6084) -6354', 'Cap 2(-7711) -8820')
  const { added } = plan(await read(first))
  expect(added).toMatchObject([{ account: 'E*TRADE 6354', shares: 10 }])
  expect(plan(await read(second), added)).toMatchObject({ added: [{ account: 'E*TRADE 8820' }], known: 0 })
})

test('Robinhood’s coins and contributions to an IRA are not shares', async () => {
  const head = 'Activity Date,Instrument,Description,Trans Code,Quantity,Price,Amount\n'
  const rows = [
    '12/9/2025,BTC,Bitcoin,Buy,0.01,"$90,000.00",($900.00)',
    '12/9/2025,BTC,"Grayscale Bitcoin Mini Trust ETF\nCUSIP: 389930108",Buy,10,$40.00,($400.00)',
    '12/9/2025,,IRA Contribution,CFIR,,,$500.00',
    '12/9/2025,MSTY,IRA contribution match,CFIR,,,$15.00'
  ]
  const { transactions, skipped, problems } = await read(`${head}${rows.join('\n')}\n`)
  expect(transactions).toMatchObject([{ symbol: 'BTC', shares: 10 }])
  expect([...skipped]).toEqual([
    ['Crypto', 1],
    ['CFIR', 2]
  ])
  expect(problems).toEqual([])
})

test('a treasury bill without a symbol is skipped', async () => {
  const bills = ['US TREASURY BILL26 U S T BILL DUE 08/20/26', 'UNITED STATES TREAS BILLS', 'T-BILL 0% 26']
  const rows = bills.map((name) => `05/04/2026,Buy,,${name},"10,000",$98.91,,"-$9,891.00"\n`)
  const { skipped, problems } = await read(schwabHead.replaceAll('"', '') + rows.join(''))
  expect([...skipped]).toEqual([['Bonds', 3]])
  expect(problems).toEqual([])
})

test('a reinvestment of a fund without closes says that no close can tell, not that its price is far from one', async () => {
  const { problems } = plan(
    await read(
      'date,type,symbol,quantity,unit_price,currency,fee,amount,subtype\n2024-07-15,DIVIDEND,VTI,50,1.25,USD,,,DRIP\n'
    )
  )
  expect(problems).toMatchObject([
    {
      reason: expect.stringContaining(
        'Only the close of VTI on July 15, 2024 could tell, which we don’t have.'
      )
    }
  ])
})
