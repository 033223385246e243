import { useStore } from '@nanostores/react'
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { StockResult } from '../../admin-api/contract/stock.ts'
import { logFailure } from '../lib/log.ts'
import { hasStored, storageKeys, watchStored } from '../lib/storage.ts'
import { Button } from '../ui/Button.tsx'
import { CalculatorCard } from './calculator/CalculatorCard.tsx'
import {
  $cardOrder,
  type CardName,
  cardTitles,
  defaultCardOrder,
  isDefaultOrder,
  moveCard
} from './card-order.ts'
import { EstimatorCard } from './estimator/EstimatorCard.tsx'
import { HistoryCard, type HistoryCardProps } from './history/HistoryCard.tsx'
import { ArrangementContext } from './ResultCard.tsx'
import './result-view.css'

type ResultViewProps = {
  stock: StockResult
  /** In New York. */
  today: string
  /** First session whose close is still ahead. */
  nextClose: string
  title?: ReactNode
  panel?: ReactNode
  /** Places of the latest payments in their ranges. */
  past?: readonly number[] | undefined
  notes?: ReactNode
  history: Omit<HistoryCardProps, 'symbol'>
  /** False for cards that were on the page already. */
  fadesIn: boolean
}

const fadeMs = 800

/** Three cards in the visitor's order, next to the panel. */
export function ResultView({ title, panel, past, notes, history, fadesIn, ...facts }: ResultViewProps) {
  const { symbol } = facts.stock
  const held = useHeldShares(symbol)
  const order = useStore($cardOrder, { ssr: () => defaultCardOrder })
  const isEntering = useEntering(fadesIn)

  const list = useRef<HTMLDivElement>(null)
  const moved = useRef<{ card: CardName; direction: 'up' | 'down' } | null>(null)
  const [announcement, setAnnouncement] = useState('')

  function move(card: CardName, direction: 'up' | 'down') {
    const next = moveCard(order, card, direction)
    moved.current = { card, direction }
    setAnnouncement(`${cardTitles[card]} is now card ${next.indexOf(card) + 1} of 3.`)
    $cardOrder.set(next)
  }

  function reset() {
    $cardOrder.set(defaultCardOrder)
    setAnnouncement('The cards are back in their original order.')
    list.current?.focus()
  }

  useLayoutEffect(() => {
    if (isDefaultOrder(order)) delete document.documentElement.dataset['cardOrder']
    else document.documentElement.dataset['cardOrder'] = order.join(' ')
    if (moved.current === null) return
    // A moved element loses the focus: back to the same button or, at the end, to the other one.
    const { card, direction } = moved.current
    moved.current = null
    const buttons = [
      ...(list.current?.querySelectorAll<HTMLElement>(`[data-card="${card}"] [data-move]`) ?? [])
    ]
    const same = buttons.find(({ dataset }) => dataset['move'] === direction)
    ;(same ?? buttons[0])?.focus()
  }, [order])

  const cards: Record<CardName, ReactNode> = {
    estimator: <EstimatorCard {...facts} held={held} past={past} notes={notes} />,
    calculator: <CalculatorCard key={symbol} stock={facts.stock} today={facts.today} held={held} />,
    history: <HistoryCard symbol={symbol} {...history} />
  }

  return (
    <div className="result-view grid gap-4">
      <div className="stack gap-4 grow">
        {title}
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
        <div
          ref={list}
          tabIndex={-1}
          className={`result-view__cards grid gap-4 ${isEntering ? 'result-view__cards--entering' : ''}`}
          role="group"
          aria-label="Result cards"
        >
          <ArrangementContext value={{ order, move }}>
            {order.map((name) => (
              <Fragment key={name}>{cards[name]}</Fragment>
            ))}
          </ArrangementContext>
        </div>
        <p className="no-print needs-script" hidden={isDefaultOrder(order)}>
          <Button variant="chip" onClick={reset}>
            Reset order
          </Button>
        </p>
        <p className="visually-hidden" aria-live="polite">
          {announcement}
        </p>
      </div>
      {panel}
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
