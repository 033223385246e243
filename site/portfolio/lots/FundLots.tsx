import type { ReactNode } from 'react'
import { pathOfFund } from '../../../admin-api/contract/pages.ts'
import { formatDay, formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import type { FundFigures } from '../calculate-portfolio.ts'
import { describeShares, formatGain, formatRate, formatShares } from '../format-portfolio.ts'
import type { Lot } from '../positions/held-fund.ts'
import { closeOfDay } from '../positions/held-fund.ts'
import type { LotFigures } from '../positions/holdings.ts'
import { useReturnedFocus } from './LotForm.tsx'

type LotActs = { isEdited: boolean; form: ReactNode; onEdit: () => void; onRemove: () => void }

export function FundLots({ figures, actsOf }: { figures: FundFigures; actsOf: (lot: Lot) => LotActs }) {
  const { fund, lots, holdings } = figures
  const shares = lots.reduce((sum, lot) => sum + lot.shares, 0)
  const gain = holdings.counted === 0 ? null : holdings.gain
  const totals = [
    ['Cost', holdings.counted === 0 ? 'not known' : formatMoney(holdings.cost)],
    ['Received', formatMoney(lots.reduce((sum, { received }) => sum + received, 0))],
    [
      'Value',
      lots[0]?.value == null
        ? 'not known'
        : formatMoney(lots.reduce((sum, { value }) => sum + (value ?? 0), 0))
    ],
    [
      'Return',
      gain === null
        ? 'not known'
        : `${formatGain(gain)}${holdings.gainShare === null ? '' : `, ${formatRate(holdings.gainShare)}`}`
    ],
    ['A year', holdings.yearlyRate === null ? '–' : formatRate(holdings.yearlyRate)]
  ] as const
  return (
    <section className="fund-lots" aria-label={`Lots of ${fund.symbol}`}>
      <h3 className="fund-lots__title">
        <a className="ticker" href={pathOfFund(fund.symbol)}>
          {fund.symbol}
        </a>{' '}
        <span className="fund-lots__shares">{describeShares(shares)} today</span>{' '}
        {fund.state !== 'open' && <span className="fund-lots__state">{fund.state}</span>}
      </h3>
      <dl className="fund-lots__totals">
        {totals.map(([name, value]) => (
          <div key={name}>
            <dt className="label">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ul className="fund-lots__list">
        {lots.map((lot) => (
          <LotRow key={lot.lot.id} figures={lot} fund={fund} acts={actsOf(lot.lot)} />
        ))}
      </ul>
    </section>
  )
}

function LotRow({ figures, fund, acts }: { figures: LotFigures; fund: FundFigures['fund']; acts: LotActs }) {
  const { lot, shares, received } = figures
  const editButton = useReturnedFocus(acts.isEdited)
  if (acts.isEdited) return <li>{acts.form}</li>
  const close = closeOfDay(fund, lot.boughtOn)
  const price =
    lot.price !== null
      ? `at ${formatMoney(lot.price)}`
      : close === null
        ? 'at a price not known'
        : `at the day’s close of ${formatMoney(close)}`
  const name = `${describeShares(lot.shares)} bought on ${formatDay(lot.boughtOn)}`
  return (
    <li className="fund-lots__lot">
      <p className="fund-lots__words">
        {name} {price}
        {/* A day of fractions may leave a rounding in the twelfth decimal. */}
        {Math.abs(shares - lot.shares) > 1e-9 && <strong>, {formatShares(shares)} since the split</strong>}
        {`. Received ${formatMoney(received)}.`}
      </p>
      <div className="fund-lots__acts">
        <Button ref={editButton} variant="chip" onClick={acts.onEdit}>
          Edit <span className="visually-hidden">{name}</span>
        </Button>
        <Button variant="chip" onClick={acts.onRemove}>
          Delete <span className="visually-hidden">{name}</span>
        </Button>
      </div>
    </li>
  )
}
