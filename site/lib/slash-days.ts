import { monthNames } from '../../admin-api/domain/vocabulary.ts'
import { formatSlashedDay } from './format.ts'

const months: readonly string[] = monthNames
const isoDay = /\b\d{4}-\d{2}-\d{2}\b(?!T)/g
const spelledDay = new RegExp(`\\b(\\d{1,2}) (${months.join('|')}) (\\d{4})\\b`, 'g')

/** A sentence of the server with its days as the operator's tables show them: '2026-05-28', '28 May 2026' -> '05/28/2026'. */
export function slashDays(sentence: string): string {
  return sentence
    .replace(spelledDay, (_spelled, day: string, month: string, year: string) => {
      const number = months.indexOf(month) + 1
      return `${String(number).padStart(2, '0')}/${day.padStart(2, '0')}/${year}`
    })
    .replace(isoDay, formatSlashedDay)
}
