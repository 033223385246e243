import { useStore } from '@nanostores/react'
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { StockResult } from '../../admin-api/contract/stock.ts'
import { logFailure } from '../lib/log.ts'
import { hasStored, storageKeys, watchStored } from '../lib/storage.ts'
import { Button } from '../ui/Button.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import { Icon } from '../ui/Icon.tsx'
import { CalculatorCard } from './calculator/CalculatorCard.tsx'
import {
  $cardOrder,
  type CardName,
  type CardOrder,
  cardTitles,
  defaultCardOrder,
  isDefaultOrder,
  moveCard
} from './card-order.ts'
import { EstimatorCard } from './estimator/EstimatorCard.tsx'
import { HistoryCard, type HistoryCardProps } from './history/HistoryCard.tsx'
import './result-view.css'

type ResultViewProps = {
  stock: StockResult
  /** In New York. */
  today: string
  /** First session whose close is still ahead. */
  nextClose: string
  title?: ReactNode
  panel?: ReactNode
  menu?: ReactNode
  notes?: ReactNode
  history: Omit<HistoryCardProps, 'symbol'>
  /** False for cards that were on the page already. */
  fadesIn: boolean
}

const fadeMs = 800

/** Three cards in the visitor's order, next to the panel. */
export function ResultView({ title, panel, menu, notes, history, fadesIn, ...facts }: ResultViewProps) {
  const { symbol } = facts.stock
  const held = useHeldShares(symbol)
  const order = useStore($cardOrder, { ssr: () => defaultCardOrder })
  const isEntering = useEntering(fadesIn)

  useLayoutEffect(() => {
    if (isDefaultOrder(order)) delete document.documentElement.dataset['cardOrder']
    else document.documentElement.dataset['cardOrder'] = order.join(' ')
  }, [order])

  const cards: Record<CardName, ReactNode> = {
    estimator: <EstimatorCard {...facts} held={held} menu={menu} notes={notes} />,
    calculator: <CalculatorCard key={symbol} stock={facts.stock} today={facts.today} held={held} />,
    history: <HistoryCard symbol={symbol} {...history} />
  }

  return (
    <div className="result-view grid gap-4">
      {panel}
      <div className="stack gap-4 grow">
        {title}
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
        <div
          className={`result-view__cards grid gap-4 ${isEntering ? 'result-view__cards--entering' : ''}`}
          role="group"
          aria-label="Result cards"
        >
          {order.map((name) => (
            <Fragment key={name}>{cards[name]}</Fragment>
          ))}
        </div>
        <CardMenu order={order} />
      </div>
    </div>
  )
}

/** Shares of the fund in the visitor's portfolio, or null. Code for the portfolio loads only if one is stored. */
function useHeldShares(symbol: string): number | null {
  const [held, setHeld] = useState<{ symbol: string; shares: number | null } | null>(null)
  useEffect(() => {
    let isCurrent = true
    const read = async () => {
      const shares = hasStored('localStorage', storageKeys.portfolio) ? await loadHeldShares(symbol) : null
      if (isCurrent) setHeld({ symbol, shares })
    }
    void read()
    const stopWatching = watchStored([storageKeys.portfolio], read)
    return () => {
      isCurrent = false
      stopWatching()
    }
  }, [symbol])
  return held?.symbol === symbol ? held.shares : null
}

async function loadHeldShares(symbol: string): Promise<number | null> {
  try {
    return await (await import('../portfolio/stored-holdings.ts')).readHeldShares(symbol)
  } catch (error) {
    logFailure('My Fleet did not load', error)
    return null
  }
}

/** True while the cards fade in, so that moving one doesn't fade it in again. */
function useEntering(fadesIn: boolean): boolean {
  const [isEntering, setEntering] = useState(fadesIn)
  useEffect(() => {
    const timer = setTimeout(() => setEntering(false), fadeMs)
    return () => clearTimeout(timer)
  }, [])
  return isEntering
}

const directions = ['up', 'down'] as const

/** Moves cards; the first can't go up, the last can't go down. */
function CardMenu({ order }: { order: CardOrder }) {
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLUListElement>(null)
  // Not in the HTML of the page: its buttons need the script.
  const [isLive, setLive] = useState(false)
  useEffect(() => setLive(true), [])

  function move(card: CardName, direction: (typeof directions)[number]) {
    const next = moveCard(order, card, direction)
    setAnnouncement(`${cardTitles[card]} is now card ${next.indexOf(card) + 1} of 3.`)
    $cardOrder.set(next)
  }

  function reset() {
    $cardOrder.set(defaultCardOrder)
    setAnnouncement('The cards are back in their original order.')
    list.current?.focus()
  }

  return (
    <div className="no-print needs-script">
      <Disclosure summary="Arrange cards">
        <ul className="result-view__menu stack gap-1" ref={list} tabIndex={-1}>
          {(isLive ? defaultCardOrder : []).map((card) => (
            <li key={card} className="line items-center gap-1">
              <span className="grow">{cardTitles[card]}</span>
              {directions.map((direction) => (
                <Button
                  key={direction}
                  variant="icon"
                  aria-label={`Move ${cardTitles[card]} ${direction}`}
                  aria-disabled={moveCard(order, card, direction) === order}
                  onClick={() => move(card, direction)}
                >
                  <Icon name={direction} />
                </Button>
              ))}
            </li>
          ))}
          <li>
            <Button variant="chip" disabled={isDefaultOrder(order)} onClick={reset}>
              Reset order
            </Button>
          </li>
        </ul>
      </Disclosure>
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
    </div>
  )
}
