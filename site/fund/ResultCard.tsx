import { createContext, type ReactNode, use } from 'react'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Icon } from '../ui/Icon.tsx'
import { type CardName, type CardOrder, cardTitles, movesOf } from './card-order.ts'

const icons = { estimator: 'compass', calculator: 'coins', history: 'chart' } as const

type Arrangement = {
  order: CardOrder
  move: (card: CardName, direction: 'up' | 'down') => void
}

/** The order of the cards, and what moves them. Without it they have no buttons. */
export const ArrangementContext = createContext<Arrangement | null>(null)

/** Frame of all result cards, with buttons that move the card; the first has no up, the last no down. */
export function ResultCard({ name, children }: { name: CardName; children: ReactNode }) {
  const arrangement = use(ArrangementContext)
  const title = cardTitles[name]
  return (
    <Card
      className={`result-card ${name}-card ${name === 'estimator' ? 'card--notched' : ''}`.trim()}
      data-card={name}
      titleId={`card-${name}`}
      title={title}
      icon={<Icon name={icons[name]} />}
      tools={
        arrangement && (
          <span className="result-card__moves line needs-script">
            {movesOf(arrangement.order, name).map((direction) => (
              <Button
                key={direction}
                variant="icon"
                data-move={direction}
                aria-label={`Move ${title} ${direction}`}
                title={`Move ${direction}`}
                onClick={() => arrangement.move(name, direction)}
              >
                <Icon name={direction} />
              </Button>
            ))}
          </span>
        )
      }
    >
      {children}
    </Card>
  )
}
