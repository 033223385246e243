import { monthNames } from '../../admin-api/contract/vocabulary.ts'
import { formatSlashedDay } from './format.ts'

const months: readonly string[] = monthNames
/** Not in an instant, nor in a name of a file or an address. */
const isoDay = /(?<![\w/-])\d{4}-\d{2}-\d{2}(?![\w-])/g
const spelledDay = new RegExp(`\\b(\\d{1,2}) (${months.join('|')}) (\\d{4})\\b`, 'g')

/** A text with its days as the operator's tables show them: '2026-05-28' and '28 May 2026' become '05/28/2026'. */
export function slashDays(text: string): string {
  return text
    .replace(spelledDay, (_spelled, day: string, month: string, year: string) => {
      const number = String(months.indexOf(month) + 1)
      return `${number.padStart(2, '0')}/${day.padStart(2, '0')}/${year}`
    })
    .replace(isoDay, formatSlashedDay)
}

/** The fields in which the server speaks to the operator. Days in others are figures, and posts have words of their own. */
const spoken: readonly string[] = ['message', 'detail', 'reason', 'stopped']

/** An answer, or a failure, with the days of its sentences slashed, however deep they are. */
export function withSlashedDays<Answer>(answer: Answer): Answer {
  if (typeof answer !== 'object' || answer === null) return answer
  if (Array.isArray(answer)) return answer.map(withSlashedDays) as Answer
  const fields = Object.entries(answer).map(([name, value]) => [
    name,
    typeof value === 'string' && spoken.includes(name) ? slashDays(value) : withSlashedDays(value)
  ])
  return Object.fromEntries(fields)
}
