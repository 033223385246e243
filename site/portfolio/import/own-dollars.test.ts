import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFundData } from '../../testing/make-fund-data.ts'
import { calculatePortfolio } from '../calculate-portfolio.ts'
import { toHeldFund } from '../funds/held-fund.ts'
import { planImport } from './plan-import.ts'
import { readFile } from './read-file.ts'

const today = '2026-07-08'

/** Dollars that the rows of a file pay, and those that My Fleet counts as received of holdings that we don't cover. */
async function countDollars(file: Uint8Array) {
  const result = await readFile(file)
  if (!result.ok) throw new Error(result.fault)
  const funds = new Map([['MSTY', toHeldFund(makeFundData('MSTY', { [today]: 20 }))]])
  const symbols = new Map([['MSTY', 'MSTY']])
  const plan = planImport({ reading: result.reading, existing: [], methods: [], symbols, funds, today })
  const figures = calculatePortfolio(plan.added, funds, today, { own: plan.uncovered })
  const booked = plan.added.reduce(
    (sum, one) => sum + (one.type === 'cash' && one.symbol !== 'MSTY' ? one.amount : 0),
    0
  )
  const counted = figures.funds.reduce((sum, { fund, received }) => sum + (fund.own ? received : 0), 0)
  return { booked, counted, holdings: plan.uncovered }
}

const samples = join(import.meta.dirname, 'samples')

// Public files: public-files.test.ts.
test.each(readdirSync(samples).filter((name) => !name.startsWith('public-')))(
  'all dollars of other holdings count in %s',
  async (file) => {
    const { booked, counted } = await countDollars(readFileSync(join(samples, file)))
    expect(counted).toBeCloseTo(booked, 6)
  }
)

const files: [broker: string, text: string, dollars: number, holdings: string[]][] = [
  [
    'Fidelity, with a money market fund and a stock',
    `Run Date,Account,Action,Symbol,Description,Type,Quantity,Price,Amount,Settlement Date
06/30/2026,IRA,DIVIDEND RECEIVED FIDELITY GOVERNMENT MONEY MARKET (SPAXX) (Cash),SPAXX,FIDELITY GOVERNMENT MONEY MARKET,Cash,0.000,,12.34,
06/30/2026,IRA,REINVESTMENT FIDELITY GOVERNMENT MONEY MARKET (SPAXX) (Cash),SPAXX,FIDELITY GOVERNMENT MONEY MARKET,Cash,12.340,1.00,-12.34,
06/15/2026,IRA,DIVIDEND RECEIVED REALTY INCOME CORP (O) (Cash),O,REALTY INCOME CORP,Cash,0.000,,26.90,`,
    39.24,
    ['O', 'SPAXX']
  ],
  [
    'Schwab, with a class of shares, a reinvested payment and withheld tax',
    `"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
"06/29/2026","Reinvest Shares","SCHD","SCHWAB US DIVIDEND EQUITY ETF","0.95","$27.10","","-$25.75"
"06/29/2026","Reinvest Dividend","SCHD","SCHWAB US DIVIDEND EQUITY ETF","","","","$25.75"
"06/05/2026","Qualified Dividend","RY","ROYAL BANK CDA","","","","$41.00"
"06/05/2026","NRA Tax Adj","RY","ROYAL BANK CDA","","","","-$6.15"
"03/02/2026","Buy","BRK/B","BERKSHIRE HATHAWAY","2","$480.00","","-$960.00"`,
    66.75,
    ['BRK/B', 'RY', 'SCHD']
  ],
  [
    'Robinhood, with shares bought by a payment',
    `"Activity Date","Process Date","Settle Date","Instrument","Description","Trans Code","Quantity","Price","Amount"
"6/12/2026","6/12/2026","6/16/2026","ABBV","AbbVie\nCUSIP: 00287Y109\nDividend Reinvestment","Buy","0.05","$190.00","($9.50)"
"6/11/2026","6/11/2026","6/11/2026","ABBV","Cash Div: R/D 2026-05-29","CDIV","","","$9.50"`,
    9.5,
    ['ABBV']
  ],
  [
    'Vanguard, with capital gains and a reinvestment',
    `Account Number,Trade Date,Settlement Date,Transaction Type,Transaction Description,Investment Name,Symbol,Shares,Share Price,Principal Amount,Commission Fees,Net Amount,Accrued Interest,Account Type,
55556666,2025-12-22,2025-12-22,Capital gain (LT),LT,VANGUARD WELLINGTON,VWELX,0.00000,0.0,88.10,0.0,88.10,0.0,CASH,
55556666,2025-12-22,2025-12-22,Reinvestment (LT gain),LT,VANGUARD WELLINGTON,VWELX,2.01000,43.83,-88.1,0.0,-88.1,0.0,CASH,
55556666,2026-03-31,2026-03-31,Dividend,Dividend Received,VANGUARD TOTAL STOCK MARKET ETF,VTI,0.00000,0.0,47.20,0.0,47.20,0.0,CASH,`,
    135.3,
    ['VTI', 'VWELX']
  ],
  [
    'E*TRADE, with a business development company',
    `TransactionDate,TransactionType,SecurityType,Symbol,Quantity,Amount,Price,Commission,Description
06/30/26,Dividend,EQ,ARCC,0,48.00,0,0,ARES CAPITAL CORP`,
    48,
    ['ARCC']
  ]
]

test.each(files)('a file of %s: every dollar counts', async (_broker, text, dollars, holdings) => {
  const counted = await countDollars(new TextEncoder().encode(text))
  expect(counted.holdings).toEqual(holdings)
  expect(counted.counted).toBeCloseTo(dollars, 6)
})
