import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { RivalScores } from './RivalScores.tsx'

afterEach(() => vi.unstubAllGlobals())

const head = 'origin,location,target_end_date,output_type,output_type_id,value'
const levels = [0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95]
const days = ['2025-12-30', '2026-05-21']

/** A hub with payments of $1 in two years, as it is published. */
function stubHub(requested: string[]) {
  const forecasts = (day: string, amount: number) =>
    [
      `backtested,MSTY,${day},median,NA,${amount}`,
      ...levels.map((level) => `backtested,MSTY,${day},quantile,${level},${amount * (0.5 + level)}`)
    ].join('\n')
  const files = new Map([
    [
      'target-data/oracle-output.csv',
      `origin,location,target_end_date,oracle_value\n${days.map((day) => `backtested,MSTY,${day},1\n`).join('')}`
    ],
    ...days.flatMap((day) =>
      [['doubloon-estimate', 1.02] as const, ['rule-lastamount', 1.3] as const].map(
        ([model, amount]) =>
          [
            `model-output/${model}/${day.slice(0, 4)}-${model}.csv`,
            `${head}\n${forecasts(day, amount)}\n`
          ] as const
      )
    )
  ])
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    requested.push(`${init?.method ?? 'GET'} ${path}`)
    const text = files.get(path.replace('/data/record/hub/', ''))
    return new Response(text ?? '', { status: text === undefined ? 404 : 200 })
  })
}

const csv = (text: string) => new File([text], 'mine.csv', { type: 'text/csv' })
const plain = 'symbol,ex_date,value\nMSTY,2025-12-30,1.01\nMSTY,2026-05-21,1.2\nMSTY,2026-05-22,1\n'

test('a dropped file is scored beside ours on the same payments, and nothing is sent', async () => {
  const requested: string[] = []
  stubHub(requested)
  render(<RivalScores examplePath={null} />)
  fireEvent.drop(screen.getByText(/never uploaded/), { dataTransfer: { files: [csv(plain)] } })
  expect(await screen.findByText('Your forecast was closer than ours for 1 of 2 payments')).toBeVisible()
  const table = screen.getByRole('table', { name: 'Your forecasts and our backtested estimates' })
  const rows = [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent?.trim())
  )
  expect(rows).toEqual([
    ['Your forecast', '10.5%', '50.0%'],
    ['Our estimate', '2.0%', '100.0%'],
    ['Last amount again', '30.0%', '0.0%']
  ])
  expect(screen.getByText(/Not compared: 1 forecast of payments that we have no estimate of/)).toBeVisible()
  expect(requested.every((call) => call.startsWith('GET /data/record/hub/'))).toBe(true)
  expect(requested).toHaveLength(5)
})

test('our own file as a rival ties with us in every figure', async () => {
  stubHub([])
  render(<RivalScores examplePath="/example.csv" />)
  expect(screen.getByRole('link', { name: 'Our own forecasts as an example' })).toHaveAttribute(
    'href',
    '/example.csv'
  )
  const own = await (
    await fetch('/data/record/hub/model-output/doubloon-estimate/2026-doubloon-estimate.csv')
  ).text()
  await userEvent.upload(screen.getByLabelText('CSV with your forecasts'), csv(own))
  const table = await screen.findByRole('table')
  const [yours, ours] = [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].slice(1).map((cell) => cell.textContent)
  )
  expect(yours).toHaveLength(4)
  expect(yours).toEqual(ours)
  expect(screen.getByText(/In range and score: 1 payment with seven quantiles/)).toBeVisible()
})

test('a wrong file, one without our payments and a lost connection each get a sentence', async () => {
  stubHub([])
  render(<RivalScores examplePath={null} />)
  const choose = (text: string) =>
    userEvent.upload(screen.getByLabelText('CSV with your forecasts'), csv(text))
  await choose('symbol,ex_date,value\nMSTY,2026-05-21,much\n')
  expect(await screen.findByText(/^Line 2: “much” is no amount/)).toBeVisible()
  await choose('symbol,ex_date,value\nQQQ,2026-05-21,1\n')
  expect(await screen.findByText(/^No payment in this file is in our record/)).toBeVisible()
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await choose(plain)
  expect(await screen.findByText(/^Our forecasts couldn’t be loaded\. Check your connection/)).toBeVisible()
})
