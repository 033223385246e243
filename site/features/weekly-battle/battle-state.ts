import type { BattleWeeks, WeeklyBattle } from '../../../admin-api/contract/rankings.ts'

/** The battle on screen stays until the one that was asked for is there. */
export type BattleState =
  | { status: 'ready'; battle: WeeklyBattle }
  | { status: 'loading' | 'failed'; battle: WeeklyBattle; asked: BattleWeeks }

export type BattleAction =
  | { type: 'asked'; weeks: BattleWeeks }
  | { type: 'answered'; battle: WeeklyBattle }
  | { type: 'failed'; weeks: BattleWeeks }

export function battleReducer(state: BattleState, action: BattleAction): BattleState {
  switch (action.type) {
    case 'asked':
      return { status: 'loading', battle: state.battle, asked: action.weeks }
    case 'answered':
      return isAwaited(state, action.battle.weeks) ? { status: 'ready', battle: action.battle } : state
    case 'failed':
      return isAwaited(state, action.weeks)
        ? { status: 'failed', battle: state.battle, asked: action.weeks }
        : state
  }
}

/** The weeks the visitor chose, shown or not. */
export function chosenWeeks(state: BattleState): BattleWeeks {
  return state.status === 'ready' ? state.battle.weeks : state.asked
}

/** A late answer to an older choice changes nothing. */
function isAwaited(state: BattleState, weeks: BattleWeeks): boolean {
  return state.status === 'loading' && state.asked === weeks
}
