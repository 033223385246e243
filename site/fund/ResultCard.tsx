import type { ReactNode } from 'react'
import { Card } from '../ui/Card.tsx'
import { Icon } from '../ui/Icon.tsx'
import { type CardName, cardTitles } from './card-order.ts'

const icons = { estimator: 'compass', calculator: 'coins', history: 'chart' } as const

/** Frame of all result cards. */
export function ResultCard({ name, children }: { name: CardName; children: ReactNode }) {
  return (
    <Card
      className={`result-card ${name}-card`}
      data-card={name}
      titleId={`card-${name}`}
      title={cardTitles[name]}
      icon={<Icon name={icons[name]} />}
    >
      {children}
    </Card>
  )
}
