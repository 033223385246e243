import { persistentAtom } from '@nanostores/persistent'
import { storageKeys, tryParseJson } from '../lib/storage.ts'

export type CardName = 'estimator' | 'calculator' | 'history'
export type CardOrder = readonly CardName[]

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
  const stored = tryParseJson(text)
  if (!Array.isArray(stored) || stored.length !== defaultCardOrder.length) return defaultCardOrder
  const order = stored.map((name) => (name === 'estimate' ? 'estimator' : name))
  return defaultCardOrder.every((card) => order.includes(card)) ? order : defaultCardOrder
}

export function isDefaultOrder(order: CardOrder): boolean {
  return order.every((card, index) => card === defaultCardOrder[index])
}

/** Directions in which a card can be moved: the first not up, the last not down. */
export function movesOf(order: CardOrder, card: CardName): ('up' | 'down')[] {
  return (['up', 'down'] as const).filter((direction) => moveCard(order, card, direction) !== order)
}

/** Order after moving one card by one place; the first can't go up, the last can't go down. */
export function moveCard(order: CardOrder, card: CardName, direction: 'up' | 'down'): CardOrder {
  const place = order.indexOf(card)
  const next = direction === 'up' ? place - 1 : place + 1
  const neighbor = order[next]
  return neighbor === undefined ? order : order.with(place, neighbor).with(next, card)
}
