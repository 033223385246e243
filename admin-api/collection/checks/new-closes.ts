import { isSession, sessionsBetween } from '../../market-days/market-calendar.ts'
import type { Close, IsoDay } from '../../market-days/types.ts'
import type { ReportedClose } from '../../services.ts'

export type NewCloses = {
  /** To be stored: days we do not know, and the newest known one where it was corrected a little. */
  accepted: ReportedClose[]
  /** What is wrong with others, each the end of a sentence about the fund. */
  refused: string[]
  /** How many of those are jumps, which later closes may still confirm. */
  held: number
  /** Jumps that later closes confirm, each a sentence; what they speak of is among the accepted. */
  confirmed: string[]
  /** The first day of a jump that lasts, so that nothing reported from there on stands on the stored basis. */
  brokenFrom: IsoDay | null
}

/**
 * In one session. Of 31,863 closes none moved by half in a day without a split, and a close twice the last one
 * doubles an estimate.
 */
const sessionJump = 1.5
/** However many sessions lie between two closes: their shares were split, or the source is wrong. */
const largestJump = 5
/** Closes in a row at the new level that show that a price did move, or that its shares were split. */
export const sessionsToConfirm = 3
/** A source corrects a close by cents, and a reconstructed one was within 0.03 % of the true one. */
const largestCorrection = 0.02
const rounding = 0.000005

type Jump = { from: Close; close: ReportedClose }

/**
 * Takes of the reported closes what may be stored. A close that jumps is held, and so is what follows at its level,
 * until the third of them: then they are taken. What is held is not kept anywhere: a source is asked for the same
 * days again until a newer close is stored.
 * @param stored ascending, on the share basis of what is reported
 */
export function pickNewCloses(reported: readonly ReportedClose[], stored: readonly Close[]): NewCloses {
  const known = new Map(stored.map(({ date, close }) => [date, close]))
  const newest = stored.at(-1)
  const accepted: ReportedClose[] = []
  const refused: string[] = []
  const confirmed: string[] = []
  const held: Jump[] = []
  /** Those of the held closes that stand at one level, to the last one reported. */
  let run: Jump[] = []
  let brokenFrom: IsoDay | null = null
  for (const close of reported) {
    const ours = known.get(close.date)
    if (ours !== undefined) {
      if (close.date !== newest?.date || Math.abs(close.close - ours) <= rounding) continue
      // Worked out of other figures: it corrects none.
      if (close.basis === 'reconstructed') continue
      if (Math.abs(close.close / ours - 1) <= largestCorrection) accepted.push(close)
      else refused.push(`the close of ${close.date} is reported as ${close.close}, but ${ours} is stored`)
      continue
    }
    if (!isSession(close.date)) {
      refused.push(`a close of ${close.date} is reported, a day without trading`)
      continue
    }
    const from = latestBefore(close.date, stored, accepted)
    if (from === undefined || !isJump(from, close, run.length > 0)) {
      accepted.push(close)
      run = []
      brokenFrom = null
      continue
    }
    const last = run.at(-1)
    run = last !== undefined && isJump(last.close, close, true) ? [] : run
    run.push({ from, close })
    brokenFrom ??= close.date
    if (run.length < sessionsToConfirm) {
      held.push({ from, close })
      continue
    }
    accepted.push(...run.map((jump) => jump.close))
    held.splice(held.length - run.length + 1)
    confirmed.push(spellConfirmed(run))
    run = []
    brokenFrom = null
  }
  return {
    accepted,
    refused: [...refused, ...held.map(spellHeld)],
    held: held.length,
    confirmed,
    brokenFrom
  }
}

/** Days that were left out may have moved a price further; after a jump that is held they were not. */
function isJump(from: Close, to: Close, isAfterJump: boolean): boolean {
  const sessions = isAfterJump ? 1 : sessionsBetween(from.date, to.date)
  const ratio = to.close / from.close
  return Math.max(ratio, 1 / ratio) >= Math.min(largestJump, sessionJump ** sessions)
}

function spellHeld({ from, close }: Jump): string {
  const ratio = Number((close.close / from.close).toPrecision(2))
  return `the close of ${close.date} is reported as ${close.close}, ${ratio} times the ${from.close} of ${from.date}, and no split explains it`
}

function spellConfirmed(run: readonly Jump[]): string {
  const days = run.map(({ close }) => close.date)
  const [first] = run
  if (first === undefined) throw new RangeError('spellConfirmed needs a run of closes, got none')
  return `the close of ${first.close.date}, ${first.close.close} after ${first.from.close} on ${first.from.date}, is confirmed by those of ${days.slice(1).join(' and ')}`
}

/** Both lists ascend. */
function latestBefore(day: string, ...lists: (readonly Close[])[]): Close | undefined {
  return lists
    .flatMap((list) => list.findLast(({ date }) => date < day) ?? [])
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .at(-1)
}
