import { useStore } from '@nanostores/react'
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import {
  $cardOrder,
  type CardName,
  type CardOrder,
  cardTitles,
  defaultCardOrder,
  isDefaultOrder,
  moveCard
} from './card-order.ts'
import './result-view.css'

type ResultViewProps = {
  title?: ReactNode
  panel: ReactNode
  cards: Record<CardName, (tools: ReactNode) => ReactNode>
  /** False for cards that were on the page already. */
  fadesIn: boolean
}

const fadeMs = 800

/** Three cards in the visitor's order, next to the panel. */
export function ResultView({ title, panel, cards, fadesIn }: ResultViewProps) {
  const order = useStore($cardOrder, { ssr: () => defaultCardOrder })
  const list = useRef<HTMLDivElement>(null)
  const moved = useRef<{ card: CardName; direction: 'up' | 'down' } | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const isEntering = useEntering(fadesIn)

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

  // Moving an element drops its focus; restore it to the same button or, at the end, to the other one.
  useLayoutEffect(() => {
    if (isDefaultOrder(order)) delete document.documentElement.dataset['cardOrder']
    else document.documentElement.dataset['cardOrder'] = order.join(' ')
    if (moved.current === null) return
    const { card, direction } = moved.current
    moved.current = null
    const buttons = `[data-card="${card}"] [data-move]`
    const same = list.current?.querySelector<HTMLElement>(`${buttons}[data-move="${direction}"]`)
    const button = same ?? list.current?.querySelector<HTMLElement>(buttons)
    button?.focus()
  }, [order])

  return (
    <div className="result-view grid gap-5">
      {panel}
      <div className="result-view__main stack gap-4">
        {title}
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
        <div
          ref={list}
          className={`result-view__cards grid gap-5 ${isEntering ? 'result-view__cards--entering' : ''}`}
          role="group"
          aria-label="Result cards"
          tabIndex={-1}
        >
          {order.map((name) => (
            <Fragment key={name}>
              {cards[name](<MoveButtons card={name} order={order} onMove={move} />)}
            </Fragment>
          ))}
        </div>
        <Button
          variant="quiet"
          className="result-view__reset"
          disabled={isDefaultOrder(order)}
          onClick={reset}
        >
          <Icon name="reset" />
          Reset order
        </Button>
        <p className="visually-hidden" aria-live="polite">
          {announcement}
        </p>
      </div>
    </div>
  )
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

type MoveButtonsProps = {
  card: CardName
  order: CardOrder
  onMove: (card: CardName, direction: 'up' | 'down') => void
}

/** Buttons that move a card up or down; the first card has no up button, the last no down button. */
function MoveButtons({ card, order, onMove }: MoveButtonsProps) {
  const index = order.indexOf(card)
  return (
    <>
      {index > 0 && <MoveButton card={card} direction="up" onMove={onMove} />}
      {index < order.length - 1 && <MoveButton card={card} direction="down" onMove={onMove} />}
    </>
  )
}

type MoveButtonProps = Omit<MoveButtonsProps, 'order'> & { direction: 'up' | 'down' }

function MoveButton({ card, direction, onMove }: MoveButtonProps) {
  return (
    <Button
      variant="icon"
      data-move={direction}
      aria-label={`Move ${cardTitles[card]} ${direction}`}
      title={`Move ${direction}`}
      onClick={() => onMove(card, direction)}
    >
      <Icon name={direction} />
    </Button>
  )
}
