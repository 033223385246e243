import type { ReactNode } from 'react'
import type { StockResult } from '../../../admin-api/contract/stock.ts'
import { Icon } from '../../ui/Icon.tsx'
import { cardTitles } from '../card-order.ts'
import { ResultCard } from '../ResultCard.tsx'
import './estimator-card.css'
import { Answer } from './Answer.tsx'

type EstimatorCardProps = {
  stock: StockResult
  /** In New York. */
  today: string
  /** First session whose close is still ahead. */
  nextClose: string
  /** Shares in the visitor's portfolio; null without any. */
  held: number | null
  /** Links to the parts of the page. */
  menu?: ReactNode
  /** EstimatorNotes, which doesn't depend on the day. */
  notes: ReactNode
}

export function EstimatorCard({ stock, today, nextClose, held, menu, notes }: EstimatorCardProps) {
  return (
    <ResultCard name="estimator" title={cardTitles.estimator} icon={<Icon name="compass" />}>
      <Answer stock={stock} today={today} nextClose={nextClose} held={held} />
      {menu}
      {notes}
    </ResultCard>
  )
}
