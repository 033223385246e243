import { persistentAtom } from '@nanostores/persistent'
import { storageKeys } from '../lib/storage.ts'

export type CardName = 'estimator' | 'calculator' | 'history'
export type CardOrder = readonly [CardName, CardName, CardName]

/** Titles of the cards on screen and in announcements. */
export const cardTitles: Record<CardName, string> = {
  estimator: 'Dividend Estimator',
  calculator: 'Payout Calculator',
  history: 'Dividend History'
}

export const defaultCardOrder: CardOrder = ['estimator', 'calculator', 'history']

/** Order of the cards, top first, shared by all tabs. */
export const $cardOrder = persistentAtom<CardOrder>(storageKeys.cardOrder, defaultCardOrder, {
  encode: JSON.stringify,
  decode: parseCardOrder
})

/** A stored order, or the default if it isn't a permutation of the cards. 'estimate' is a former name. */
export function parseCardOrder(text: string): CardOrder {
  let stored: unknown
  try {
    stored = JSON.parse(text)
  } catch {
    return defaultCardOrder
  }
  if (!Array.isArray(stored) || stored.length !== 3) return defaultCardOrder
  const [first, second, third] = stored.map((name) =>
    defaultCardOrder.find((card) => card === (name === 'estimate' ? 'estimator' : name))
  )
  if (first === undefined || second === undefined || third === undefined) return defaultCardOrder
  if (first === second || second === third || first === third) return defaultCardOrder
  return [first, second, third]
}

export function isDefaultOrder(order: CardOrder): boolean {
  return order.every((card, index) => card === defaultCardOrder[index])
}

/** Order after moving one card by one place; the first can't go up, the last can't go down. */
export function moveCard(order: CardOrder, card: CardName, direction: 'up' | 'down'): CardOrder {
  const [first, second, third] = order
  const index = order.indexOf(card)
  const upperOfSwap = direction === 'up' ? index - 1 : index
  if (upperOfSwap === 0) return [second, first, third]
  if (upperOfSwap === 1) return [first, third, second]
  return order
}
