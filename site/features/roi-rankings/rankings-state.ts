import type { RoiEntry } from '../../../admin-api/contract/rankings.ts'

/** What is known stays while newer is fetched, and when that fails. */
export type RankingsState = { status: 'loading' | 'ready' | 'failed'; entries: readonly RoiEntry[] }

export type RankingsAction =
  | { type: 'asked' }
  | { type: 'answered'; entries: readonly RoiEntry[] }
  | { type: 'failed' }

/** A page that brought its figures has nothing to wait for. */
export function openRankings(entries: readonly RoiEntry[]): RankingsState {
  return { status: entries.length === 0 ? 'loading' : 'ready', entries }
}

export function rankingsReducer(state: RankingsState, action: RankingsAction): RankingsState {
  switch (action.type) {
    case 'asked':
      return { ...state, status: 'loading' }
    case 'answered':
      return {
        status: 'ready',
        entries: isOlder(action.entries, state.entries) ? state.entries : action.entries
      }
    case 'failed':
      return { ...state, status: 'failed' }
  }
}

/** An answer may have lain in a cache while the page was written anew. */
function isOlder(entries: readonly RoiEntry[], known: readonly RoiEntry[]): boolean {
  return (entries[0]?.as_of ?? '') < (known[0]?.as_of ?? '')
}
