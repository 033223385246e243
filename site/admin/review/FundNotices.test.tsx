import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FundNotice } from '../../../admin-api/contract/funds.ts'
import { completeDialogs } from '../../testing/dialogs.ts'
import { startFakeServer } from '../../testing/fake-server.ts'
import { $toast } from '../../ui/toast.ts'
import { FundNotices } from './FundNotices.tsx'

const draft: FundNotice = {
  id: 7,
  ticker: 'TSLY',
  tickers: ['TSLY'],
  kind: 'reverse-split',
  status: 'draft',
  sentence: 'The Board has approved a reverse stock split of the issued and outstanding shares.',
  effective_on: null,
  form: '497',
  filed_on: '2026-06-01',
  url: 'https://www.sec.gov/Archives/edgar/data/1924868/000199937126002143/fund-497.htm'
}

test('a draft is published with a shorter sentence and a day, which is required, or dismissed', async () => {
  const server = startFakeServer()
  completeDialogs()
  server.always('/api/admin/fund-notices', { notices: [draft] })
  render(<FundNotices />)
  expect(await screen.findByText('TSLY: Reverse split')).toBeVisible()
  expect(screen.getByRole('link', { name: '497, filed 06/01/2026' })).toHaveAttribute('href', draft.url)
  const sentence = screen.getByLabelText('What changes')
  expect(sentence).toHaveValue(draft.sentence)

  await userEvent.click(screen.getByRole('button', { name: 'Publish TSLY reverse split' }))
  expect(screen.getByLabelText('Effective on')).toHaveAccessibleDescription('Effective on required')
  await userEvent.clear(sentence)
  await userEvent.type(sentence, 'Ten old shares become one.')
  await userEvent.type(screen.getByLabelText('Effective on'), '2026-06-15')
  server.answer(200, { message: 'Published.' })
  await userEvent.click(screen.getByRole('button', { name: 'Publish TSLY reverse split' }))
  await expect.poll(() => $toast.get()?.title).toBe('Notice Published')
  expect(server.calls.find(({ method }) => method === 'PUT')).toMatchObject({
    path: '/api/admin/fund-notices/7',
    body: { sentence: 'Ten old shares become one.', effective_on: '2026-06-15' }
  })

  await userEvent.click(screen.getByRole('button', { name: 'Dismiss TSLY reverse split' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Dismiss the TSLY reverse split?' }))
  server.answer(200, { message: 'Dismissed.' })
  await userEvent.click(question.getByRole('button', { name: 'Dismiss' }))
  await expect.poll(() => $toast.get()?.title).toBe('Notice Dismissed')
})

test('a draft about several funds is one form, from which funds can be removed', async () => {
  const server = startFakeServer()
  const tickers = ['MSTY', 'TSLY', 'ULTY']
  server.always('/api/admin/fund-notices', { notices: [{ ...draft, tickers, effective_on: '2026-06-15' }] })
  render(<FundNotices />)
  expect(await screen.findByText('3 funds: Reverse split')).toBeVisible()
  const funds = screen.getByLabelText('Funds')
  expect(funds).toHaveValue('MSTY, TSLY, ULTY')
  await userEvent.clear(funds)
  await userEvent.type(funds, 'TSLY')
  server.answer(200, { message: 'Published.' })
  await userEvent.click(screen.getByRole('button', { name: 'Publish 3 funds reverse split' }))
  await expect
    .poll(() => server.calls.find(({ method }) => method === 'PUT')?.body)
    .toMatchObject({ funds: 'TSLY' })
})
