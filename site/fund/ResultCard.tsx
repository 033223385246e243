import type { ReactNode } from 'react'
import { Card } from '../ui/Card.tsx'
import type { CardName } from './card-order.ts'

type ResultCardProps = {
  name: CardName
  title: string
  icon: ReactNode
  children: ReactNode
}

/** Frame of all result cards. */
export function ResultCard({ name, ...card }: ResultCardProps) {
  return <Card className={`result-card ${name}-card`} data-card={name} titleId={`card-${name}`} {...card} />
}
