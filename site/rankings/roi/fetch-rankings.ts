import { type RoiEntry, readRoiRankings } from '../../../admin-api/contract/rankings.ts'
import { type CallResult, call } from '../../lib/call.ts'

export function fetchRankings(signal: AbortSignal): Promise<CallResult<RoiEntry[]>> {
  return call(readRoiRankings, {}, { signal })
}
