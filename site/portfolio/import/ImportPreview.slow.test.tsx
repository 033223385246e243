import { useStore } from '@nanostores/react'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { cleanStores } from 'nanostores'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { completeDialogs } from '../../testing/dialogs.ts'
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts'
import { makeFleetFunds, makeWeeklyFund } from '../../testing/make-fund-data.ts'
import { $toast } from '../../ui/toast.ts'
import { calculatePortfolio } from '../calculate-portfolio.ts'
import { PortfolioFiles } from '../files/PortfolioFiles.tsx'
import { shownPortfolio } from '../portfolio-state.ts'
import { $portfolio, changePortfolio } from '../portfolio-store.ts'
import { ImportButton } from '../Welcome.tsx'
import { ImportView } from './ImportView.tsx'

completeDialogs()

/** MSTY with a 1-for-5 reverse split. */
const fund = {
  ...makeWeeklyFund(),
  splits: [{ date: '2025-12-08', old_shares: 5, new_shares: 1, is_inferred: false }]
}
let server: FakeServer

beforeEach(() => {
  server = startFakeServer()
  server.always('/data/fleet-funds.json', makeFleetFunds([fund]))
  server.always('/data/msty.json', fund)
})
afterEach(() => cleanStores($portfolio))

const figures = calculatePortfolio([], new Map(), '2026-07-08')

/** With transactions, the button is at the top of the page. */
function Files() {
  const portfolio = shownPortfolio(useStore($portfolio))
  const [file, setFile] = useState<File | null>(null)
  return (
    <>
      {file === null ? (
        <>
          {portfolio.transactions.length > 0 && <ImportButton onFile={setFile} />}
          <PortfolioFiles figures={figures} onFile={setFile} onExample={() => {}} />
        </>
      ) : (
        <ImportView figures={figures} chosenFile={file} onDone={() => setFile(null)} />
      )}
    </>
  )
}

const schwab = (title: string, ...rows: string[]) =>
  [title, '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"', ...rows]
    .filter((line) => line !== '')
    .join('\n')
const bought = '"11/03/2025","Buy","MSTY","FUND","500","$10.00","","-$5,000.00"'
const paid = '"11/07/2025","Cash Dividend","MSTY","FUND","","","","$84.74"'

async function choose(user: ReturnType<typeof userEvent.setup>, text: string, name = 'schwab.csv') {
  const chooser = await screen.findByLabelText('Import from your broker', { selector: 'input' })
  await user.upload(chooser, new File([text], name))
}

test('the preview shows positions after splits of a fund that is not held yet, and sales of more than is held', async () => {
  render(<Files />)
  const sold = '"01/05/2026","Sell","MSTY","FUND","130","$20.00","","$2,600.00"'
  await choose(userEvent.setup(), schwab('', sold, bought))
  const preview = await screen.findByRole('region', { name: 'Schwab: 1 buy, 1 sale from 1 fund' })
  const faults = await within(preview).findByRole('list', { name: 'Transactions that don’t add up' })
  // 500 shares became 100.
  expect(faults).toHaveTextContent(
    'MSTY, 130 shares sold on January 5, 2026: the account was short by 30 shares'
  )
  await choose(userEvent.setup(), schwab('', bought))
  const table = await screen.findByRole('table', { name: 'Positions after import', hidden: true })
  expect(table).toHaveTextContent('MSTYSchwab100')
  expect(screen.getByText('Positions after import (1)')).toBeInTheDocument()
})

test('an import is undone from its toast, and later from the list of files without what was edited', async () => {
  const user = userEvent.setup()
  render(<Files />)
  await choose(user, schwab('', paid, bought))
  await user.click(await screen.findByRole('button', { name: 'Add 2 transactions' }))
  expect($portfolio.get().own.transactions).toHaveLength(2)
  expect($toast.get()).toMatchObject({ title: 'File Imported', action: { text: 'Undo the import' } })
  act(() => $toast.get()?.action?.run())
  expect($portfolio.get().own).toMatchObject({ transactions: [], imports: [] })
  expect($toast.get()).toMatchObject({
    title: 'Import Undone',
    message: '2 transactions of schwab.csv removed.'
  })
  expect(screen.queryByText('Imported files')).toBeNull()

  await choose(user, schwab('', paid, bought))
  await user.click(await screen.findByRole('button', { name: 'Add 2 transactions' }))
  const [, edited] = $portfolio.get().own.transactions
  if (edited === undefined) throw new Error('two transactions should be saved')
  act(() =>
    changePortfolio({ type: 'put', transactions: [{ ...edited, date: '2025-11-04', importId: undefined }] })
  )
  await user.click(await screen.findByRole('button', { name: 'Undo the import of schwab.csv' }))
  const question = screen.getByRole('alertdialog')
  expect(question).toHaveTextContent(
    '1 transaction of schwab.csv removed. 1 transaction that you edited or deleted'
  )
  await user.click(within(question).getByRole('button', { name: 'Undo the import' }))
  await waitFor(() => expect($portfolio.get().own.transactions).toHaveLength(1))
  expect($portfolio.get().own.transactions).toMatchObject([{ id: edited.id, date: '2025-11-04' }])
  expect(screen.queryByText('Imported files')).toBeNull()
})

test('a file that looks like another account is added only after the visitor chose an account', async () => {
  const user = userEvent.setup()
  render(<Files />)
  await choose(user, schwab('"Transactions  for account Individual ...123 as of 07/08/2026"', paid, bought))
  await user.click(await screen.findByRole('button', { name: 'Add 2 transactions' }))
  await choose(user, schwab('', paid, bought))
  const question = await screen.findByRole('group', {
    name: 'The transactions of “Schwab” look like those already in “Schwab Individual ...123”.'
  })
  expect(screen.queryByRole('button', { name: /^Add \d/ })).toBeNull()
  await user.click(within(question).getByRole('button', { name: 'Keep separate' }))
  expect(screen.getByRole('button', { name: 'Add 2 transactions' })).toBeVisible()
  await choose(user, schwab('', paid, bought))
  await user.click(await screen.findByRole('button', { name: 'Add to “Schwab Individual ...123”' }))
  expect(screen.getByRole('heading', { name: 'Schwab: nothing new' })).toBeVisible()
  expect(screen.getByLabelText('Account')).toHaveValue('Schwab Individual ...123')
})
