import { type CardName, type CardOrder, cardTitles } from './card-order.ts'
import { Icon } from '../ui/Icon.tsx'

type MoveButtonsProps = {
  card: CardName
  order: CardOrder
  onMove: (card: CardName, direction: 'up' | 'down') => void
}

/** One place up, one place down; the first card has no up, the last no down. */
export function MoveButtons({ card, order, onMove }: MoveButtonsProps) {
  const place = order.indexOf(card)
  return (
    <>
      {place > 0 && <MoveButton card={card} direction="up" onMove={onMove} />}
      {place < order.length - 1 && <MoveButton card={card} direction="down" onMove={onMove} />}
    </>
  )
}

type MoveButtonProps = Omit<MoveButtonsProps, 'order'> & { direction: 'up' | 'down' }

function MoveButton({ card, direction, onMove }: MoveButtonProps) {
  return (
    <button
      type="button"
      className="button button--icon"
      data-move={direction}
      aria-label={`Move ${cardTitles[card]} ${direction}`}
      title={`Move ${direction}`}
      onClick={() => onMove(card, direction)}
    >
      <Icon name={direction} />
    </button>
  )
}
