import * as z from 'zod/mini'
import { readStored, removeStored, storageKeys, writeStored } from '../../lib/storage.ts'
import { readPortfolio } from '../../portfolio/stored-portfolio.ts'

const Day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const Days = z.record(z.string(), Day)
const toDays = (stored: unknown) => Days.safeParse(stored).data

export type KnownDay = { day: string; from: 'choice' | 'portfolio' }

/** Day chosen for the fund, otherwise the first purchase in the portfolio; null without either. */
export function readKnownDay(symbol: string): KnownDay | null {
  const chosen = readStored('localStorage', storageKeys.returnDays, toDays)?.[symbol]
  if (chosen !== undefined) return { day: chosen, from: 'choice' }
  const bought = readPortfolioDays(symbol).sort()[0]
  return bought === undefined ? null : { day: bought, from: 'portfolio' }
}

/** @param day null removes it */
export function saveChosenDay(symbol: string, day: string | null): void {
  const { [symbol]: _, ...others } = readStored('localStorage', storageKeys.returnDays, toDays) ?? {}
  const days = day === null ? others : { ...others, [symbol]: day }
  if (Object.keys(days).length === 0) removeStored('localStorage', storageKeys.returnDays)
  else writeStored('localStorage', storageKeys.returnDays, days)
}

function readPortfolioDays(symbol: string): string[] {
  const read = readPortfolio()
  const transactions = read.status === 'readable' ? read.portfolio.transactions : []
  const bought = transactions.filter(({ type }) => type === 'buy' || type === 'transfer-in')
  return bought.filter((one) => one.symbol === symbol).map(({ date }) => date)
}
