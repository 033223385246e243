import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { cleanStores } from 'nanostores'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { completeDialogs } from '../../testing/dialogs.ts'
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts'
import { makeFleetFunds, makeFundData } from '../../testing/make-fund-data.ts'
import { calculatePortfolio } from '../calculate-portfolio.ts'
import { toHeldFund } from '../funds/held-fund.ts'
import { shownPortfolio } from '../portfolio-state.ts'
import { $portfolio } from '../portfolio-store.ts'
import { $fileDays, $isKept } from '../safekeeping.ts'
import { ImportView } from './ImportView.tsx'

completeDialogs()

const today = '2026-07-08'
const jepi = makeFundData('JEPI', { '2025-09-22': 57, [today]: 58 })
const split = { date: '2025-12-01', old_shares: 5, new_shares: 1, is_inferred: false }
const xyzy = makeFundData(
  'XYZY',
  { '2024-06-03': 110, [today]: 40 },
  { former_symbols: ['SQY'], splits: [split] }
)

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.always('/data/fleet-funds.json', makeFleetFunds([jepi, xyzy]))
  server.always('/data/jepi.json', jepi)
  server.always('/data/xyzy.json', xyzy)
  server.always('/data/identifiers.json', { symbols: { '46641Q332': 'JEPI', US46641Q3323: 'JEPI' } })
})
afterEach(() => {
  cleanStores($portfolio, $fileDays, $isKept)
  vi.unstubAllGlobals()
})

/** Imports a file into an empty portfolio. @returns the transactions in the portfolio */
async function importFile(text: string, count: RegExp) {
  const user = userEvent.setup()
  render(
    <ImportView
      figures={calculatePortfolio([], new Map(), today)}
      chosenFile={null}
      onDone={() => undefined}
    />
  )
  const chooser = screen.getByLabelText('Import from your broker', { selector: 'input' })
  await user.upload(chooser, new File([text], 'history.csv'))
  const add = await screen.findByRole('button', { name: count })
  return async () => {
    await user.click(add)
    return shownPortfolio($portfolio.get()).transactions
  }
}

const robinhood = `"Activity Date","Process Date","Settle Date","Instrument","Description","Trans Code","Quantity","Price","Amount"
"5/20/2025","5/20/2025","5/21/2025","XYZY","Fund name","Sell","40","$10.00","$400.00"
"2/14/2025","2/14/2025","2/14/2025","SQY","Fund name","CDIV","","","$58.40"
"6/3/2024","6/3/2024","6/4/2024","SQY","Fund name","Buy","100","$22.00","($2,200.00)"
`

test('purchases under a former symbol and a sale under the current one are of one fund', async () => {
  const add = await importFile(robinhood, /^Add 3 transactions$/)
  expect(screen.queryByText(/without figures/)).toBeNull()
  const transactions = await add()
  expect(new Set(transactions.map(({ symbol }) => symbol))).toEqual(new Set(['XYZY']))
  const { funds, ledger } = calculatePortfolio(transactions, new Map([['XYZY', toHeldFund(xyzy)]]), today)
  // 100 bought and 40 sold, before 5 became 1.
  expect(funds).toMatchObject([{ shares: 12 }])
  expect(ledger.faults).toEqual([])
  expect(server.calls).toEqual([])
})

/** A file without a list of securities: a purchase of 100 shares. */
const ofxOf = (cusip: string) => `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><TRNUID>0<INVSTMTRS><DTASOF>20260110160000.000[-5:EST]<CURDEF>USD<INVACCTFROM><BROKERID>broker.example<ACCTID>900100200</INVACCTFROM>
<INVTRANLIST><DTSTART>20250701<DTEND>20260110
<BUYSTOCK><INVBUY><INVTRAN><FITID>1<DTTRADE>20250922160000.000[-5:EST]</INVTRAN><SECID><UNIQUEID>${cusip}<UNIQUEIDTYPE>CUSIP</SECID><UNITS>100<UNITPRICE>57.10<COMMISSION>0.0<TOTAL>-5710.00</INVBUY><BUYTYPE>BUY</BUYSTOCK>
</INVTRANLIST></INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1></OFX>
`

test('a fund that a file names by its CUSIP is found', async () => {
  const add = await importFile(ofxOf('46641Q332'), /^Add 1 transaction$/)
  expect(await add()).toMatchObject([{ symbol: 'JEPI', shares: 100 }])
})

test('of a fund with an unknown CUSIP the preview says what to do', async () => {
  await importFile(ofxOf('00206R102'), /^Add 1 transaction$/)
  expect(screen.getByText(/names 00206R102 by CUSIP or ISIN only, which we don’t know/)).toBeVisible()
})
