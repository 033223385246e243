import { useState } from 'react'
import type { HeldFunds, Lot } from '../positions/held-fund.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import type { FundFigures } from '../fleet-figures.ts'
import { changeFleet } from '../fleet-store.ts'
import { spellShares } from '../fleet-words.ts'
import { FundLots } from './FundLots.tsx'
import { LotForm } from './LotForm.tsx'
import './lots.css'

type LotsProps = { figures: readonly FundFigures[]; lots: readonly Lot[]; funds: HeldFunds; today: string }

/** Every lot, by fund, to be changed in its place. */
export function Lots({ figures, lots, funds, today }: LotsProps) {
  const [edited, setEdited] = useState<string | null>(null)
  const [confirm, confirmDialog] = useConfirm()
  // They are listed all the same: what was entered is never out of sight.
  const unread = lots.filter(({ symbol }) => !funds.has(symbol))

  async function remove(lot: Lot) {
    const isSure = await confirm({
      title: `Delete this lot of ${lot.symbol}?`,
      message: `${spellShares(lot.shares)}, bought on ${lot.boughtOn}. It cannot be brought back but from a backup.`,
      confirmText: 'Delete'
    })
    if (isSure) changeFleet({ type: 'remove', id: lot.id })
  }

  const actsOf = (lot: Lot) => ({
    isEdited: edited === lot.id,
    form: <LotForm lot={lot} wish={null} today={today} onDone={() => setEdited(null)} />,
    onEdit: () => setEdited(lot.id),
    onRemove: () => void remove(lot)
  })

  return (
    <section className="card" id="fleet-lots" aria-labelledby="fleet-lots-title">
      <header className="card__header">
        <div className="card__heading">
          <p className="label">The muster roll</p>
          <h2 className="card__title" id="fleet-lots-title">
            My lots
          </h2>
        </div>
      </header>
      <div className="card__body fleet-lots">
        {figures.map((fund) => (
          <FundLots key={fund.fund.symbol} figures={fund} actsOf={actsOf} />
        ))}
        {unread.length > 0 && (
          <ul className="fleet-lots__unread">
            {unread.map((lot) => (
              <li key={lot.id}>
                <span className="ticker">{lot.symbol}</span>: {spellShares(lot.shares)}, bought on{' '}
                {lot.boughtOn}; its figures are not here.{' '}
                <button type="button" className="chip" onClick={() => void remove(lot)}>
                  Delete{' '}
                  <span className="visually-hidden">
                    {spellShares(lot.shares)} of {lot.symbol}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className="card__footer">
        Shares and price are those of the day you bought. Where a fund split or merged its shares since, both
        are turned into today&rsquo;s: a reverse split of ten for one makes a tenth of the shares, each at ten
        times the price.
      </p>
      {confirmDialog}
    </section>
  )
}
