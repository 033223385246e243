import { formatLongDay } from '../../market-days/days.ts'
import { isSession, sessionsBetween } from '../../market-days/market-calendar.ts'
import type { Close, IsoDay } from '../../market-days/types.ts'
import type { ReportedClose } from '../sources/market-data.ts'

/**
 * Maximum ratio in one session. None of 31,863 closes moved by half in a day without a split, and a doubled close
 * doubles an estimate.
 */
const sessionJump = 1.5
/** Maximum ratio over any number of sessions: beyond it the shares were split or the source is wrong. */
const largestJump = 5
/** Consecutive closes at a new level that confirm a jump. */
export const sessionsToConfirm = 3
/** Sources correct closes by cents; reconstructed closes were within 0.03 % of the true ones. */
const largestCorrection = 0.02
const rounding = 0.000005

type Jump = { from: Close; close: ReportedClose }

/** `source` is null for closes of data/. */
type StoredClose = Close & { source?: string | null }

/**
 * Selects the reported closes to store. A jump and the closes at its level are quarantined until the third, then
 * accepted. Quarantined closes aren't stored anywhere: the same days are requested again until a newer close is
 * stored.
 * @param stored ascending, on the share basis of the reported closes
 */
export function pickNewCloses(reported: readonly ReportedClose[], stored: readonly StoredClose[]) {
  const closeOn = new Map(stored.map((close) => [close.date, close]))
  const newest = stored.at(-1)
  const accepted: ReportedClose[] = []
  const refused: string[] = []
  const confirmed: string[] = []
  const held: Jump[] = []
  /** Quarantined closes at one level, up to the last reported one. */
  let run: Jump[] = []
  let brokenFrom: IsoDay | null = null
  for (const close of reported) {
    const ours = closeOn.get(close.date)
    if (ours !== undefined) {
      if (Math.abs(close.close - ours.close) <= rounding) continue
      // A later version of data/ replaces the closes of an earlier one, but none of a live source.
      if (close.basis !== undefined && ours.source === null) {
        accepted.push(close)
        continue
      }
      if (close.date !== newest?.date) continue
      // Reconstructed from other figures, so it corrects nothing.
      if (close.basis === 'reconstructed') continue
      if (Math.abs(close.close / ours.close - 1) <= largestCorrection) accepted.push(close)
      else
        refused.push(
          `the close of ${formatLongDay(close.date)} is reported as ${close.close}, but ${ours.close} is stored`
        )
      continue
    }
    if (!isSession(close.date)) {
      refused.push(`a close of ${formatLongDay(close.date)} is reported, a day without trading`)
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
    confirmed.push(formatConfirmed(run))
    run = []
    brokenFrom = null
  }
  return {
    /** Closes to store: new days, corrections of data/, and the newest known one if it was slightly corrected. */
    accepted,
    /** Reasons for refused closes, each the end of a sentence about the fund. */
    refused: [...refused, ...held.map(formatQuarantined)],
    /** Number of refused closes that are jumps, which later closes may confirm. */
    held: held.length,
    /** Sentences about jumps confirmed by later closes, which are among the accepted. */
    confirmed,
    /** First day of a lasting jump: from there on nothing is on the stored share basis. */
    brokenFrom
  }
}

/** Skipped days allow a larger move, except directly after a quarantined jump. */
function isJump(from: Close, to: Close, isAfterJump: boolean): boolean {
  const sessions = isAfterJump ? 1 : sessionsBetween(from.date, to.date)
  const ratio = to.close / from.close
  return Math.max(ratio, 1 / ratio) >= Math.min(largestJump, sessionJump ** sessions)
}

function formatQuarantined({ from, close }: Jump): string {
  const ratio = Number((close.close / from.close).toPrecision(2))
  return `the close of ${formatLongDay(close.date)} is reported as ${close.close}, ${ratio} times the ${from.close} of ${formatLongDay(from.date)}, and no split explains it`
}

function formatConfirmed(run: readonly Jump[]): string {
  const days = run.map(({ close }) => formatLongDay(close.date))
  const [first] = run
  if (first === undefined) throw new RangeError('formatConfirmed needs a run of closes, got none')
  return `the close of ${formatLongDay(first.close.date)}, ${first.close.close} after ${first.from.close} on ${formatLongDay(first.from.date)}, is confirmed by those of ${days.slice(1).join(' and ')}`
}

/** @param lists each ascending */
function latestBefore(day: string, ...lists: (readonly Close[])[]): Close | undefined {
  return lists
    .flatMap((list) => list.findLast(({ date }) => date < day) ?? [])
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .at(-1)
}
