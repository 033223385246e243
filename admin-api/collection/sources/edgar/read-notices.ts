import { isDay } from '../../../contract/days.ts'
import { monthNames, type NoticeKind, noticeKinds } from '../../../contract/vocabulary.ts'
import { addDays } from '../../../market-days/days.ts'
import type { IsoDay } from '../../../market-days/types.ts'
import type { Filing } from './edgar.ts'

/** An announcement of a filing about a fund, in the filing's words. `effective_on`: null if it names no day. */
export type FoundNotice = { symbol: string; kind: NoticeKind; sentence: string; effective_on: IsoDay | null }

type Fund = { symbol: string; name: string }

/**
 * Whether a sentence announces a change. None of the patterns repeats over the sentence, because a filing may have one of
 * any length.
 */
const announces: Record<NoticeKind, (sentence: string) => boolean> = {
  'reverse-split': (sentence) => /\breverse (?:stock |share )?split/i.test(sentence),
  liquidation: (sentence) =>
    /\b(?:liquidate and terminate|closure and liquidation|plan of liquidation|cease trading|liquidation date)\b/i.test(
      sentence
    ),
  'name-change': (sentence) => {
    if (/\bnames? (?:is changing|will change|will be (?:revised|changed))\b/i.test(sentence)) return true
    const ticker = sentence.search(/\bticker\b/i)
    return (
      ticker >= 0 &&
      / (?:is changing|will change|will be (?:revised|changed))\b/i.test(sentence.slice(ticker))
    )
  },
  // It names the old and the new frequency.
  'distribution-frequency': (sentence) => {
    if (!/\bdistribut/i.test(sentence)) return false
    const named = sentence.matchAll(/\b(?:weekly|monthly|quarterly|annual)/gi)
    return new Set([...named].map(([frequency]) => frequency.toLowerCase())).size > 1
  },
  reorganization: (sentence) => /\breorganization of\b/i.test(sentence)
}
const kinds = Object.keys(noticeKinds) as NoticeKind[]
/** The day that holders of split shares care about, which follows the day of the split itself. */
const firstDayOfSplitShares = /split-adjusted basis/i

/** Characters at the beginning in which a supplement calls itself one, below a list of thirty funds. */
const headLength = 6000
/** No change is announced longer before. */
const maxDaysAhead = 400
const longestSentence = 500

/**
 * Finds what a supplement or a registration of a reorganization announces about our funds. A complete prospectus, which
 * is filed under the same form, announces nothing: it names each risk a fund has.
 * @param text a line for each paragraph and table cell
 */
export function findNotices(
  text: string,
  { form, filedOn }: Pick<Filing, 'form' | 'filedOn'>,
  funds: readonly Fund[]
): FoundNotice[] {
  const isSupplement = /\bsupplement\s+(?:to|dated)\b/i.test(text.slice(0, headLength))
  const mayAnnounce = (kind: NoticeKind) => (kind === 'reorganization' ? form === 'N-14' : isSupplement)
  const named = findNamed(text, funds)
  const sentences = named.length === 0 ? [] : splitSentences(text)
  const announced = kinds.filter(mayAnnounce).flatMap((kind) => {
    const saying = sentences.filter(announces[kind])
    const [first] = saying
    if (first === undefined) return []
    const dated = sentences.filter((sentence) => firstDayOfSplitShares.test(sentence))
    const day = [...dated, ...saying, ...sentences]
      .flatMap(findDays)
      .find((each) => isDay(each) && each > filedOn && each <= addDays(filedOn, maxDaysAhead))
    return { kind, sentence: first.slice(0, longestSentence), effective_on: day ?? null }
  })
  return named.flatMap(({ symbol }) => announced.map((notice) => ({ symbol, ...notice })))
}

/** Funds that the text names in full, or by their symbol in parentheses: a word like HIGH alone is no fund. */
function findNamed(text: string, funds: readonly Fund[]): Fund[] {
  const plainText = ` ${toPlain(text)} `
  return funds.filter(
    ({ symbol, name }) => text.includes(`(${symbol})`) || plainText.includes(` ${toPlain(name)} `)
  )
}

/** Lower-case words without trademark signs. */
function toPlain(text: string): string {
  return text
    .replaceAll(/[™®]|(?<=[A-Za-z])TM\b/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
}

function splitSentences(text: string): string[] {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
  return [...segmenter.segment(text)].map(({ segment }) => segment.trim())
}

/** Days written as 'February 23, 2024', in their order. */
function findDays(sentence: string): IsoDay[] {
  const pattern = new RegExp(`\\b(${monthNames.join('|')}) (\\d{1,2}), (\\d{4})\\b`, 'g')
  return [...sentence.matchAll(pattern)].map(([, month = '', day = '', year]) => {
    const number = (monthNames as readonly string[]).indexOf(month) + 1
    return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
  })
}
