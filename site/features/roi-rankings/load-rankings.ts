import { type RoiEntry, readRoiRankings } from '../../../admin-api/contract/rankings.ts'
import { call } from '../../lib/call.ts'

const retries = 2
const freshMs = 5 * 60_000

let kept: { entries: RoiEntry[]; at: number } | null = null

/**
 * The ranking, at most five minutes old, asked for up to three times with a growing pause between.
 * @throws Error with what to write into the console.
 */
export async function loadRankings(signal: AbortSignal): Promise<RoiEntry[]> {
  if (kept !== null && Date.now() - kept.at < freshMs) return kept.entries
  for (let attempt = 0; ; attempt += 1) {
    const result = await call(readRoiRankings, {}, { signal })
    if (result.ok) {
      kept = { entries: result.value, at: Date.now() }
      return result.value
    }
    if (attempt === retries || signal.aborted)
      throw new Error(`Failed to fetch ROI rankings: ${result.message}`)
    await pause(1000 * 2 ** attempt)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
