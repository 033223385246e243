import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { quarterOf } from '../../../admin-api/contract/growth-file.ts'
import { rankSince } from '../../../admin-api/returns/growth-table.ts'
import { call } from '../../lib/call.ts'
import { formatDay } from '../../lib/format.ts'
import { readKnownDay, saveChosenDay } from './chosen-day.ts'
import { FundReturnReport } from './FundReturnReport.tsx'
import { loadReturnFacts } from './load-facts.ts'
import { type ReturnView, viewReturns } from './return-view.ts'

/**
 * Renders the report again for each day that the visitor chooses, and for the chart that a visitor touched: `repeat` then
 * repeats the touch.
 */
export function startLiveReturns(section: HTMLElement, repeat?: (report: HTMLElement) => void): void {
  const field = section.querySelector<HTMLInputElement>('[data-returns-since]')
  const first = section.querySelector<HTMLButtonElement>('[data-returns-first]')
  const status = section.querySelector('[data-returns-status]')
  const report = section.querySelector<HTMLElement>('[data-returns-report]')
  if (!field || !first || !status || !report) throw new TypeError('the returns need their field and report')
  const symbol = section.dataset['returns'] ?? ''
  let shown = field.defaultValue
  let newest = 0
  let root: Root | null = null

  const show = async (day: string, message: string, isChosen = false) => {
    newest += 1
    const mine = newest
    shown = day
    // Nothing is said of a chart that stays the same.
    if (message !== '') status.textContent = 'Calculating…'
    const found = await findView(symbol, day)
    if (mine !== newest) return
    if (typeof found === 'string') {
      shown = ''
      status.textContent = found
      return
    }
    if (isChosen) saveChosenDay(symbol, day === field.defaultValue ? null : day)
    root ??= createRoot(report)
    const live = root
    flushSync(() => live.render(<FundReturnReport view={found} />))
    status.textContent = message
    repeat?.(report)
    repeat = undefined
  }

  const choose = (day: string) => {
    if (day === shown) return
    if (!field.validity.valid || day === '') {
      status.textContent = `Choose a date from ${formatDay(field.min)} to ${formatDay(field.max)}.`
      return
    }
    void show(day, `Returns since ${formatDay(day)}. This browser remembers the date.`, true)
  }

  field.addEventListener('change', () => choose(field.value))
  first.addEventListener('click', () => {
    field.value = field.defaultValue
    saveChosenDay(symbol, null)
    if (shown !== field.value) void show(field.value, 'Returns since its first price.')
  })

  for (const button of section.querySelectorAll<HTMLButtonElement>('[data-returns-span]'))
    button.addEventListener('click', () => {
      field.value = button.dataset['returnsSpan'] ?? field.defaultValue
      if (shown !== field.value) void show(field.value, `Returns since ${formatDay(field.value)}.`)
    })

  if (field.value !== shown) {
    choose(field.value)
    return
  }
  const known = readKnownDay(symbol)
  if (known === null || known.day === shown || known.day < field.min || known.day > field.max) {
    if (repeat) void show(shown, '')
    return
  }
  field.value = known.day
  void show(
    known.day,
    known.from === 'portfolio'
      ? `Returns since ${formatDay(known.day)}, your first purchase in My Fleet.`
      : `Returns since ${formatDay(known.day)}, the date you chose.`
  )
}

/** Returns a sentence instead if it can't be calculated. */
async function findView(symbol: string, day: string): Promise<ReturnView | string> {
  const facts = await loadReturnFacts(symbol)
  if (typeof facts === 'string') return facts
  const from = facts.closes.find(({ date }) => date >= day)?.date
  const growth =
    from === undefined ? null : await call('GET /data/growth/:quarter.json', { quarter: quarterOf(from) })
  if (growth !== null && !growth.ok) return `The other funds couldn’t be loaded. ${growth.message}`
  const rank = growth === null || from === undefined ? null : rankSince(growth.value, symbol, from)
  return (
    viewReturns(symbol, facts, day, rank) ??
    `There is no closing price after ${formatDay(day)} yet. Choose an earlier date.`
  )
}
