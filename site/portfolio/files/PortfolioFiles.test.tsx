import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { completeDialogs } from '../../testing/dialogs.ts'
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts'
import { makeFundsData, makeWeeklyFund } from '../../testing/make-fund-data.ts'
import { emptyPortfolio } from '../stored-portfolio.ts'
import { PortfolioFiles } from './PortfolioFiles.tsx'

completeDialogs()

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.always('/data/funds.json', makeFundsData([makeWeeklyFund()]))
})

async function importFile(text: string) {
  const user = userEvent.setup()
  render(
    <PortfolioFiles
      portfolio={emptyPortfolio}
      funds={new Map()}
      isExample={false}
      today="2026-07-08"
      onExample={() => {}}
    />
  )
  const chooser = screen.getByLabelText('Import from your broker', { selector: 'input' })
  await user.upload(chooser, new File([text], 'history.csv'))
  return user
}

test('a day that can be read in two ways is read as the visitor says', async () => {
  const user = await importFile('symbol,shares,date\nMSTY,3,03/11/2026\n')
  expect(await screen.findByText('Which day is “03/11/2026” in this file?')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'March 11, 2026' }))
  expect(await screen.findByRole('heading', { name: 'Doubloon: 1 buy from 1 fund' })).toBeVisible()
  expect(screen.queryByText(/Which day/)).toBeNull()
})

test('a file on which the importer fails says so', async () => {
  const levels = 20_000
  await importFile(`<?xml version="1.0"?>${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}`)
  expect(
    await screen.findByText(/^This file couldn’t be imported \(.*\)\. Nothing was changed\./)
  ).toBeVisible()
})
