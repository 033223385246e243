import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { useConfirm } from '../../ui/use-confirm.tsx'
import type { FundFigures } from '../calculate-portfolio.ts'
import { describeShares } from '../format-portfolio.ts'
import { changePortfolio } from '../portfolio-store.ts'
import type { HeldFunds, Lot } from '../positions/held-fund.ts'
import { FundLots } from './FundLots.tsx'
import { LotForm } from './LotForm.tsx'
import './lots.css'

type LotsProps = { figures: readonly FundFigures[]; lots: readonly Lot[]; funds: HeldFunds; today: string }

/** All lots by fund, editable in place. */
export function Lots({ figures, lots, funds, today }: LotsProps) {
  const [edited, setEdited] = useState<string | null>(null)
  const [confirm, confirmDialog] = useConfirm()
  // Lots of funds that failed to load are still listed.
  const unread = lots.filter(({ symbol }) => !funds.has(symbol))

  async function remove(lot: Lot) {
    const isSure = await confirm({
      title: `Delete this lot of ${lot.symbol}?`,
      message: `${describeShares(lot.shares)}, bought on ${lot.boughtOn}. It cannot be brought back but from a backup.`,
      confirmText: 'Delete'
    })
    if (isSure) changePortfolio({ type: 'remove', id: lot.id })
  }

  const actsOf = (lot: Lot) => ({
    isEdited: edited === lot.id,
    form: <LotForm lot={lot} wish={null} today={today} onDone={() => setEdited(null)} />,
    onEdit: () => setEdited(lot.id),
    onRemove: () => void remove(lot)
  })

  return (
    <Card
      id="fleet-lots"
      titleId="fleet-lots-title"
      label="The muster roll"
      title="My lots"
      bodyClassName="fleet-lots"
      footer={
        <>
          <p className="card__footer">
            Shares and price are those of the day you bought. Where a fund split or merged its shares since,
            both are turned into today&rsquo;s: a reverse split of ten for one makes a tenth of the shares,
            each at ten times the price.
          </p>
          {confirmDialog}
        </>
      }
    >
      {figures.map((fund) => (
        <FundLots key={fund.fund.symbol} figures={fund} actsOf={actsOf} />
      ))}
      {unread.length > 0 && (
        <ul className="fleet-lots__unread">
          {unread.map((lot) => (
            <li key={lot.id}>
              <span className="ticker">{lot.symbol}</span>: {describeShares(lot.shares)}, bought on{' '}
              {lot.boughtOn}; its figures are not here.{' '}
              <Button variant="chip" onClick={() => void remove(lot)}>
                Delete{' '}
                <span className="visually-hidden">
                  {describeShares(lot.shares)} of {lot.symbol}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
