import { createRoot, type Root } from 'react-dom/client'
import { quarterOf } from '../../../admin-api/contract/growth-file.ts'
import { isIndex } from '../../../admin-api/contract/underlying-file.ts'
import type { ReturnFacts } from '../../../admin-api/returns/growth.ts'
import { rankSince } from '../../../admin-api/returns/growth-table.ts'
import { call } from '../../lib/call.ts'
import { formatDay } from '../../lib/format.ts'
import type { HeldFund } from '../../portfolio/positions/held-fund.ts'
import { toHeldFund } from '../../portfolio/positions/held-fund.ts'
import { readKnownDay, saveChosenDay } from './chosen-day.ts'
import { FundReturnReport } from './FundReturnReport.tsx'
import { type ReturnView, viewReturns } from './return-view.ts'

/** Renders the report again for each day that the visitor chooses. */
export function startLiveReturns(section: HTMLElement): void {
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
    status.textContent = 'Calculating…'
    const found = await findView(symbol, day)
    if (mine !== newest) return
    if (typeof found === 'string') {
      shown = ''
      status.textContent = found
      return
    }
    if (isChosen) saveChosenDay(symbol, day === field.defaultValue ? null : day)
    root ??= createRoot(report)
    root.render(<FundReturnReport view={found} />)
    status.textContent = message
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

  if (field.value !== shown) {
    choose(field.value)
    return
  }
  const known = readKnownDay(symbol)
  if (known === null || known.day === shown || known.day < field.min || known.day > field.max) return
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
  const data = await call('GET /data/:ticker.json', { ticker: symbol.toLowerCase() })
  if (!data.ok) return `The prices couldn’t be loaded. ${data.message}`
  const fund = toHeldFund(data.value)
  const facts = {
    ...fund,
    paymentsAYear: fund.estimate?.frequency ?? null,
    underlying: await findUnderlying(fund)
  }
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

/** Without its closes the report is shown without the underlying. */
async function findUnderlying({ underlying }: HeldFund): Promise<ReturnFacts['underlying']> {
  if (underlying === null || underlying.file === null || isIndex(underlying.ticker)) return null
  const file = await call('GET /data/underlyings/:name.json', { name: underlying.file })
  return file.ok ? { ticker: underlying.ticker, closes: file.value.closes } : null
}
