import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { type CardName, type CardOrder, cardTitles } from './card-order.ts'

type MoveButtonsProps = {
  card: CardName
  order: CardOrder
  onMove: (card: CardName, direction: 'up' | 'down') => void
}

/** Buttons that move a card up or down; the first card has no up button, the last no down button. */
export function MoveButtons({ card, order, onMove }: MoveButtonsProps) {
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
