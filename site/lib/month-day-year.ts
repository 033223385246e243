import { monthNames } from '../../admin-api/contract/vocabulary.ts'
import { formatMonthDayYear } from './format.ts'

const months: readonly string[] = monthNames
/** An ISO day, except in an instant, a file name or an address. */
const isoDay = /(?<![\w/-])\d{4}-\d{2}-\d{2}(?![\w-])/g
const longDay = new RegExp(`\\b(${months.join('|')}) (\\d{1,2}), (\\d{4})\\b`, 'g')

/** Formats the days in a text as in admin tables: '2026-05-28' and 'May 28, 2026' become '05/28/2026'. */
export function replaceDays(text: string): string {
  return text
    .replace(longDay, (_text, month: string, day: string, year: string) => {
      const number = String(months.indexOf(month) + 1)
      return `${number.padStart(2, '0')}/${day.padStart(2, '0')}/${year}`
    })
    .replace(isoDay, formatMonthDayYear)
}

/** Fields with sentences for the operator. Days in other fields are data, or text of a post. */
const sentenceFields: readonly string[] = ['message', 'detail', 'reason', 'stopped']

/** Formats the days in all sentences of an answer or a failure, at any depth. */
export function withMonthDayYear<Answer>(answer: Answer): Answer {
  if (typeof answer !== 'object' || answer === null) return answer
  if (Array.isArray(answer)) return answer.map(withMonthDayYear) as Answer
  const fields = Object.entries(answer).map(([name, value]) => [
    name,
    typeof value === 'string' && sentenceFields.includes(name) ? replaceDays(value) : withMonthDayYear(value)
  ])
  return Object.fromEntries(fields)
}
