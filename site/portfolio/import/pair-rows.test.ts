import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeFundData } from '../../testing/make-fund-data.ts'
import { toHeldFund } from '../funds/held-fund.ts'
import { reduceLedger } from '../ledger/reduce-ledger.ts'
import type { Transaction } from '../ledger/transaction.ts'
import { calculateTax } from '../tax/tax-figures.ts'
import { type PlannedImport, planImport } from './plan-import.ts'
import { readFile } from './read-file.ts'

const schwab = 'Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount\n'
const sample = (name: string) => readFileSync(new URL(`samples/${name}`, import.meta.url), 'utf8')

async function planOf(text: string, existing: readonly Transaction[] = []): Promise<PlannedImport> {
  const result = await readFile(new TextEncoder().encode(text))
  if (!result.ok) throw new Error(result.fault)
  const symbols = new Map([['MSTY', 'MSTY']])
  const input = { reading: result.reading, existing, methods: [], symbols, funds: new Map() }
  return planImport({ ...input, today: '2026-08-03' })
}
/** Imports files one after another. */
async function importAll(...texts: string[]): Promise<{ own: Transaction[]; plans: PlannedImport[] }> {
  let own: Transaction[] = []
  const plans: PlannedImport[] = []
  for (const text of texts) {
    const plan = await planOf(text, own)
    plans.push(plan)
    const added = new Set(plan.added.map(({ id }) => id))
    own = [...own.filter(({ id }) => !added.has(id)), ...plan.added]
  }
  return { own, plans }
}
const sharesIn = ({ positions }: PlannedImport) =>
  Object.fromEntries(positions.map(({ symbol, shares }) => [symbol, Number(shares.toFixed(6))]))

test('a short sale and the purchase that covers it hold nothing, and are named', async () => {
  const plan = await planOf(sample('schwab-short-cover.csv'))
  expect([sharesIn(plan), plan.problems, plan.faults]).toEqual([{}, [], []])
  expect(plan.shorts).toMatchObject([
    { type: 'sell-short', date: '2026-01-28' },
    { type: 'buy', date: '2026-01-30' }
  ])
  // Each in a file of its own, in either order.
  const [head = '', cover = '', short = ''] = sample('schwab-short-cover.csv').split('\n')
  for (const files of [
    [short, cover],
    [cover, short]
  ]) {
    const { plans } = await importAll(...files.map((row) => `${head}\n${row}\n`))
    expect(sharesIn(plans[1] as PlannedImport)).toEqual({})
  }
})

test('a short sale that can’t be read takes the purchase that covers it along', async () => {
  const text = sample('schwab-short-cover.csv').replace(
    '"Sell Short","MSTY","FUND","100"',
    '"Sell Short","MSTY","FUND","1O0"'
  )
  const { added, problems } = await planOf(text)
  expect(added.map(({ symbol }) => symbol)).toEqual(['QYLD', 'QYLD'])
  expect(problems.map(({ line }) => line)).toEqual([2, 3])
  expect(problems[0]?.reason).toContain('It may cover the short sale in line 3')
})

test('Flex codes say that a sale opens a short position, and that a purchase closes it', async () => {
  const trade = (day: string, quantity: number, code: string) =>
    `<Trade assetCategory="STK" symbol="MSTY" tradeDate="${day}" quantity="${quantity}" tradePrice="20" code="${code}" currency="USD"/>`
  const flex = (trades: string) =>
    `<FlexQueryResponse><FlexStatements><FlexStatement accountId="U1"><Trades>${trades}</Trades></FlexStatement></FlexStatements></FlexQueryResponse>`
  const { added } = await planOf(flex(trade('20260504', -10, 'O;P') + trade('20260505', 10, 'C')))
  expect(added.map(({ type }) => type)).toEqual(['sell-short', 'buy-to-cover'])
  const usual = await planOf(flex(trade('20260504', 10, 'O') + trade('20260505', -10, 'C;P')))
  expect(usual.added.map(({ type }) => type)).toEqual(['buy', 'sell'])
})

test('a forward split in two rows and one in a single row', async () => {
  const plan = await planOf(sample('schwab-stock-split-adj.csv'))
  expect(sharesIn(plan)).toEqual({ ABCD: 1210, ABCX: 54 })
  expect([plan.problems, plan.faults]).toEqual([[], []])
})

test.each([
  ['an action that isn’t known', (text: string) => text.replace('Stock Split Adj', 'Stock Split Fix')],
  ['a number that can’t be read', (text: string) => text.replace('"-121"', '"-12l"')],
  ['a lost cell', (text: string) => text.replace('"Stock Split Adj",', '')]
])('half of a split whose other row has %s is not applied', async (_what, damage) => {
  const plan = await planOf(damage(sample('schwab-stock-split-adj.csv')))
  expect(sharesIn(plan)).toEqual({ ABCD: 121, ABCX: 54 })
  expect(plan.problems.map(({ line }) => line)).toEqual([4, 5])
  expect(plan.problems[0]?.reason).toContain('It belongs to line 5')
})

test('a row of a reverse split without the other is not applied', async () => {
  const rows = '12/09/2025,Reverse Split,TSLY,FUND,100,,,\n11/03/2025,Buy,TSLY,FUND,500,$10.00,,-$5000.00\n'
  const { added, problems } = await planOf(schwab + rows)
  expect(added.map(({ type }) => type)).toEqual(['buy'])
  expect(problems).toMatchObject([
    { reason: expect.stringContaining('The other row of this split is missing') }
  ])
})

test('a split given as a ratio is reported, not skipped', async () => {
  const { problems, skipped } = await planOf(sample('wealthfolio-ratio.csv'))
  expect(problems).toMatchObject([{ line: 3, reason: expect.stringContaining('has a ratio') }])
  expect(skipped).toEqual([])
})

test('shares that a broker took over with another one are held, though their purchases are not in the file', async () => {
  const plan = await planOf(sample('schwab-ameritrade.csv'))
  expect(sharesIn(plan)).toEqual({ SCHB: 28.933 })
  expect(plan.faults).toMatchObject([{ missing: 18.933 }])
})

test('a transfer that prints a price keeps cost and day of the account that the shares come from', async () => {
  for (const names of [
    ['schwab-transfer-out.csv', 'fidelity-transfer-in.csv'],
    ['fidelity-transfer-in.csv', 'schwab-transfer-out.csv']
  ]) {
    const { own } = await importAll(...names.map(sample))
    const funds = new Map([['QQQI', toHeldFund(makeFundData('QQQI', { '2026-07-28': 55 }))]])
    const ledger = reduceLedger(own, funds)
    expect(ledger.faults).toEqual([])
    // 318 at $50 sold for $17,490.
    const { years } = calculateTax({ ledger, transactions: own, kinds: [], funds, today: '2026-08-03' })
    expect(years).toMatchObject([{ shortTerm: 0, longTerm: expect.closeTo(1590, 6) }])
  }
})

test('a trade taken back in a later file is nothing, and stays nothing if the first file comes again', async () => {
  const first = `${schwab}06/01/2026,Buy,MSTY,FUND,3,$20.00,,-$60.00\n05/04/2026,Buy,MSTY,FUND,100,$20.00,,-$2000.00\n`
  const { plans, own } = await importAll(
    first,
    sample('schwab-taken-back.csv'),
    first,
    sample('schwab-taken-back.csv')
  )
  expect(plans.map(sharesIn)).toEqual([{ MSTY: 103 }, { MSTY: 100 }, { MSTY: 100 }, { MSTY: 100 }])
  expect(plans.flatMap(({ problems, faults }) => [...problems, ...faults])).toEqual([])
  expect(plans.map(({ added }) => added.length)).toEqual([2, 2, 0, 0])
  expect(own).toHaveLength(4)
  // A file of the whole time has both rows: they are nothing, also after the files before it.
  const whole = first + sample('schwab-taken-back.csv').split('\n').slice(1).join('\n')
  const alone = await planOf(whole)
  expect(sharesIn(alone)).toEqual({ MSTY: 100 })
  expect(sharesIn(await planOf(whole, own))).toEqual({ MSTY: 100 })
  const early = await importAll(first, whole)
  expect(early.plans.map(sharesIn)).toEqual([{ MSTY: 103 }, { MSTY: 100 }])
})

test('a row that takes back a trade which was never imported says which file to import first', async () => {
  const { added, problems } = await planOf(sample('schwab-taken-back.csv'))
  expect(added.map(({ type }) => type)).toEqual(['cash'])
  expect(problems).toMatchObject([
    { line: 2, reason: expect.stringContaining('Import the file with that trade first') }
  ])
})

test('a canceled sale with negative shares refuses no other sale', async () => {
  const row = (day: string, shares: number, amount: string) =>
    `${day},Sell,MSTY,FUND,${shares},$20.00,,${amount}\n`
  const plan = await planOf(
    schwab +
      row('06/05/2026', 20, '$400.00') +
      row('06/04/2026', -5, '-$100.00') +
      row('06/03/2026', 5, '$100.00') +
      row('06/02/2026', 30, '$600.00') +
      '05/04/2026,Buy,MSTY,FUND,100,$20.00,,-$2000.00\n'
  )
  expect([sharesIn(plan), plan.problems, plan.skipped]).toEqual([{ MSTY: 50 }, [], [['Canceled trades', 2]]])
})

test('a transfer that gives its direction twice, and its partner, move shares once', async () => {
  const transfer = (account: string, units: string, direction: string) =>
    `<INVSTMTTRNRS><INVSTMTRS><CURDEF>USD<INVACCTFROM><BROKERID>x<ACCTID>${account}</INVACCTFROM><INVTRANLIST>
<TRANSFER><INVTRAN><DTTRADE>20260504</INVTRAN><SECID><UNIQUEID>MSTY<UNIQUEIDTYPE>TICKER</SECID><UNITS>${units}<TFERACTION>${direction}</TRANSFER>
</INVTRANLIST></INVSTMTRS></INVSTMTTRNRS>`
  const ofx = (...parts: string[]) => `<OFX><INVSTMTMSGSRSV1>${parts.join('')}</INVSTMTMSGSRSV1></OFX>`
  const moved = await planOf(ofx(transfer('1111', '-5.58049', 'OUT'), transfer('2222', '5.58049', 'IN')))
  expect(moved.added.map(({ type, account }) => `${type} ${account}`)).toEqual([
    'transfer-out x 1111',
    'transfer-in x 2222'
  ])
  // If one half can't be read, neither is moved; entries have no lines.
  const torn = await planOf(ofx(transfer('1111', '5.58O49', 'OUT'), transfer('2222', '5.58049', 'IN')))
  expect([torn.added, torn.countsEntries]).toEqual([[], true])
  expect(torn.problems[1]?.reason).toContain('It belongs to entry 1')
})
