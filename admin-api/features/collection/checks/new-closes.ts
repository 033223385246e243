import { isSession } from '../../../estimator/schedule/market-calendar.ts'
import type { Close, IsoDay } from '../../../estimator/types.ts'

export type NewCloses = {
  /** To be stored: days we do not know, and the newest known one where it was corrected a little. */
  accepted: Close[]
  /** What is wrong with others, each the end of a sentence about the fund. */
  refused: string[]
  /** The first day of a jump that lasts, so that nothing told from there on stands on the stored basis. */
  brokenFrom: IsoDay | null
}

/** A price that moves this much in a day did not move: its shares were split, or the source is wrong. */
const impossibleJump = 5
/** A source corrects a close by cents, and a reconstructed one was within 0.03 % of the true one. */
const largestCorrection = 0.02
const rounding = 0.000005

/**
 * Takes of the told closes what may be stored.
 * @param stored ascending, on the share basis of what is told
 */
export function pickNewCloses(told: readonly Close[], stored: readonly Close[]): NewCloses {
  const known = new Map(stored.map(({ date, close }) => [date, close]))
  const newest = stored.at(-1)
  const accepted: Close[] = []
  const refused: string[] = []
  let brokenFrom: IsoDay | null = null
  for (const close of told) {
    const ours = known.get(close.date)
    if (ours !== undefined) {
      if (close.date !== newest?.date || Math.abs(close.close - ours) <= rounding) continue
      if (Math.abs(close.close / ours - 1) <= largestCorrection) accepted.push(close)
      else refused.push(`the close of ${close.date} is told as ${close.close}, but ${ours} is stored`)
      continue
    }
    if (!isSession(close.date)) {
      refused.push(`a close of ${close.date} is told, a day without trading`)
      continue
    }
    const before = latestBefore(close.date, stored, accepted)
    if (before === undefined || !isJump(before.close, close.close)) {
      accepted.push(close)
      brokenFrom = null
      continue
    }
    brokenFrom ??= close.date
    refused.push(
      `the close of ${close.date} is told as ${close.close} after ${before.close} on ${before.date}, and no split explains it`
    )
  }
  return { accepted, refused, brokenFrom }
}

function isJump(from: number, to: number): boolean {
  return Math.max(from / to, to / from) >= impossibleJump
}

/** Both lists ascend. */
function latestBefore(day: string, ...lists: (readonly Close[])[]): Close | undefined {
  return lists
    .flatMap((list) => list.findLast(({ date }) => date < day) ?? [])
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .at(-1)
}
