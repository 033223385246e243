import { type CardName, type CardOrder, cardTitles } from '../../stores/card-order.ts'
import { Icon } from '../../ui/Icon.tsx'

type MoveButtonsProps = {
  card: CardName
  order: CardOrder
  onMove: (card: CardName, direction: 'up' | 'down') => void
}

/** One place up, one place down; the first card has no up, the last no down. */
export function MoveButtons({ card, order, onMove }: MoveButtonsProps) {
  const place = order.indexOf(card)
  const title = cardTitles[card]
  return (
    <>
      {place > 0 && (
        <button
          type="button"
          className="button button--icon"
          data-move="up"
          aria-label={`Move ${title} up`}
          title="Move up"
          onClick={() => onMove(card, 'up')}
        >
          <Icon name="up" />
        </button>
      )}
      {place < order.length - 1 && (
        <button
          type="button"
          className="button button--icon"
          data-move="down"
          aria-label={`Move ${title} down`}
          title="Move down"
          onClick={() => onMove(card, 'down')}
        >
          <Icon name="down" />
        </button>
      )}
    </>
  )
}
