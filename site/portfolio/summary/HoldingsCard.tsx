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

export function HoldingsCard({ figures }: { figures: PortfolioFigures }) {
  const { holdings } = figures
  const gain = formatGain(holdings.gain, formatAmount)
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
      </dl>
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

function symbolsOf(lots: readonly { symbol: string }[]): string {
  return [...new Set(lots.map(({ symbol }) => symbol))].join(', ')
}
