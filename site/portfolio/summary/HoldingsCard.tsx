import { listOf } from '../../../admin-api/numbers/format-numbers.ts'
import { shortestYearlySpanDays } from '../../../admin-api/returns/yearly-rate.ts'
import { formatCount, formatDay, formatPercent } from '../../lib/format.ts'
import { FoldedCard } from '../../ui/Card.tsx'
import { GoalProgress } from '../../ui/GoalProgress.tsx'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import {
  describeCloseDays,
  describeOwn,
  formatAmount,
  formatGain,
  formatReturn,
  toneOf
} from '../format-portfolio.ts'
import { breakEvenDay, furthestYears } from '../positions/outlook.ts'
import { yearlyFees } from '../positions/yearly-fees.ts'

const mostNamed = 3

export function HoldingsCard({ figures }: { figures: PortfolioFigures }) {
  const { holdings } = figures
  const gain = formatGain(holdings.gain, formatAmount)
  const fees = yearlyFees(figures)
  return (
    <FoldedCard titleId="portfolio-holdings-title" title="Cost and return">
      <dl className="ledger">
        <Row name="Cost" value={formatAmount(holdings.cost)} />
        {holdings.cashIn < holdings.cost && (
          <Row name="Paid in, without reinvested payments" value={formatAmount(holdings.cashIn)} />
        )}
        <Row name="Distributions received" value={formatAmount(holdings.received)} />
        {holdings.sold > 0 && <Row name="Sale proceeds" value={formatAmount(holdings.sold)} />}
        <Row
          name={['Value at the last close', describeCloseDays(figures)].filter(Boolean).join(', ')}
          value={formatAmount(holdings.value)}
        />
        <Row
          name="Return on what you paid in"
          value={holdings.gainShare === null ? gain : `${gain}, ${formatReturn(holdings.gainShare)}`}
          tone={holdings.gain}
        />
        <Row
          name="As a yearly rate (XIRR)"
          value={
            holdings.yearlyRate === null
              ? `from ${shortestYearlySpanDays} days on`
              : formatReturn(holdings.yearlyRate)
          }
          {...(holdings.yearlyRate !== null && { tone: holdings.yearlyRate })}
        />
        {fees !== null && (
          <Row
            name={`Fees inside the funds, a year at this value${fees.unknown.length === 0 ? '' : `, without ${describeUnknown(fees.unknown)}`}`}
            value={formatAmount(fees.dollars)}
          />
        )}
      </dl>
      {fees !== null && (
        <p className="above-2 muted text-s">
          Funds take their fees out of prices and payments: don’t deduct them again.
        </p>
      )}
      {describeOwn(figures).map((sentence) => (
        <p key={sentence} className="above-2 muted text-s">
          {sentence}
        </p>
      ))}
      {holdings.leftOut.length > 0 && (
        <p className="above-2 muted text-s">
          {formatCount(holdings.leftOut.length)} of {formatCount(holdings.counted + holdings.leftOut.length)}{' '}
          purchases aren’t counted because their price is unknown: {symbolsOf(holdings.leftOut)}. Enter what
          you paid.
        </p>
      )}
      <BreakEven figures={figures} />
    </FoldedCard>
  )
}

function BreakEven({ figures }: { figures: PortfolioFigures }) {
  const { cashIn, cashOut } = figures.holdings
  const yearly = figures.comingToKnownCost
  if (cashIn <= 0) return null
  const day = breakEvenDay(figures.holdings, yearly, figures.today)
  return (
    <div className="portfolio-house above-4 pad-4">
      <h3 className="label">To break-even</h3>
      <p className="gold tabular text-2xl strong" translate="no">
        {formatPercent((cashOut / cashIn) * 100, 1)}
      </p>{' '}
      <GoalProgress fraction={cashOut / cashIn} />
      <p className="above-2 text-s">
        of the cash you paid in is back in cash: {formatAmount(cashOut)} of {formatAmount(cashIn)}, without
        reinvested payments.{' '}
        {cashOut >= cashIn
          ? 'You’ve broken even.'
          : day === null
            ? `At ${formatAmount(yearly)} a year, as expected for the next 12 months, breaking even takes more than ${furthestYears} years.`
            : `At ${formatAmount(yearly)} a year, as expected for the next 12 months and taken in cash, you’d break even around ${formatDay(day)}; later if payments shrink.`}
      </p>
    </div>
  )
}

export function Row({ name, value, tone = 0 }: { name: string; value: string; tone?: number }) {
  return (
    <div className="ledger__row">
      <dt>{name}</dt>
      <dd className={toneOf(tone)} translate="no">
        {value}
      </dd>
    </div>
  )
}

function describeUnknown(symbols: readonly string[]): string {
  return symbols.length > mostNamed
    ? `${symbols.length} whose fees are unknown`
    : `${listOf(symbols)} (unknown)`
}

function symbolsOf(lots: readonly { symbol: string }[]): string {
  return [...new Set(lots.map(({ symbol }) => symbol))].join(', ')
}
