import { monthNames } from '../../../admin-api/contract/vocabulary.ts'

const msPerDay = 86_400_000
const monthSteps = [1, 2, 3, 6, 12, 24, 48] as const

/**
 * Ticks at first days of months, at most `most`; at the first and last day if fewer than two months fit. Times are
 * epoch milliseconds at midnight UTC.
 */
export function dayTicks(first: number, last: number, most: number): { text: string; time: number }[] {
  const start = new Date(first)
  const begin = start.getUTCFullYear() * 12 + start.getUTCMonth()
  const months = Array.from({ length: 2 + Math.ceil((last - first) / (28 * msPerDay)) }, (_, i) => ({
    month: begin + i,
    time: Date.UTC(Math.floor((begin + i) / 12), (begin + i) % 12, 1)
  })).filter(({ time }) => time >= first && time <= last)
  const inStep = (step: number) => months.filter(({ month }) => month % step === 0)
  const step = monthSteps.find((each) => inStep(each).length <= most) ?? 48
  const shown = inStep(step)
  if (shown.length < 2) return [first, last].map((time) => ({ time, text: nameOfDay(new Date(time)) }))
  return shown.map(({ month, time }) => ({ time, text: nameOfMonth(month, step === 1) }))
}

function nameOfDay(day: Date): string {
  return `${nameOf(day.getUTCMonth())} ${day.getUTCDate()}`
}

/** 'Apr 2025', or 'Apr' if every month has a tick; '2026' for January. */
function nameOfMonth(month: number, isEach: boolean): string {
  const year = String(Math.floor(month / 12))
  if (month % 12 === 0) return year
  return isEach ? nameOf(month % 12) : `${nameOf(month % 12)} ${year}`
}

function nameOf(month: number): string {
  return (monthNames[month] ?? '').slice(0, 3)
}
