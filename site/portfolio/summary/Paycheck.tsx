import { useMemo, useState } from 'react'
import { listOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatDividend, formatPercent, formatShortDay } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import { PaymentMark } from '../coming-payments/PaymentMark.tsx'
import { describeRange, formatAmount, formatGain, formatShares, stateNames } from '../format-portfolio.ts'
import { usePortfolio } from '../portfolio-store.ts'
import {
  calculatePaycheck,
  type Paycheck,
  type PaycheckRow,
  type TaxSettings
} from '../positions/paycheck.ts'
import { paymentsWithin, spansOf, sumOf } from '../positions/spans.ts'
import { Row } from './HoldingsCard.tsx'

const spanNames = { week: 'This week', nextWeek: 'Next week', month: 'This month', nextMonth: 'Next month' }
type SpanName = keyof typeof spanNames

/** What lands in a week or month, and what of it is left after taxes and reinvesting; each payment behind it. */
export function PaycheckCard({ figures }: { figures: PortfolioFigures }) {
  const settings = usePortfolio()
  const { today } = figures
  const [chosen, setChosen] = useState<SpanName>('week')
  const spans = spansOf(today)
  const paycheck = useMemo(() => {
    const { payments, known: funds } = figures
    const lots = figures.funds.flatMap((fund) => fund.lots)
    return calculatePaycheck(payments, { lots, funds, settings }, spansOf(figures.today)[chosen])
  }, [figures, settings, chosen])
  const { span, sum, rows } = paycheck
  const title = spanNames[chosen]
  return (
    <Card titleId="fleet-coming-title" title="My paycheck" bodyClassName="stack gap-4">
      <fieldset className="portfolio__actions row items-center gap-2">
        <legend className="visually-hidden">Paycheck of</legend>
        {(Object.keys(spanNames) as SpanName[]).map((id) => (
          <Button key={id} variant="chip" aria-pressed={id === chosen} onClick={() => setChosen(id)}>
            {spanNames[id]}{' '}
            <span className="regular" translate="no">
              {formatAmount(sumOf(paymentsWithin(figures.payments, spans[id])).coming)}
            </span>
          </Button>
        ))}
      </fieldset>
      <div className="portfolio-paycheck grid items-start gap-5">
        <div aria-live="polite">
          <div className="figure figure--gold">
            <h3 className="label">
              Still to come {title.toLowerCase()}, to {formatShortDay(span.to)}
            </h3>
            <p className="figure__value" translate="no">
              {formatAmount(sum.coming)}
            </p>
            <p className="figure__note">{describeRange(paycheck)}</p>
          </div>
          <Breakdown paycheck={paycheck} settings={settings} />
        </div>
        <Table
          caption={`Payments of ${title.toLowerCase()}`}
          columns={columnsOn(today)}
          rows={rows}
          keyOf={({ symbol, exDate }) => `${symbol} ${exDate}`}
          phones="cards"
          long={{ what: 'payments', isShort: true, isEverywhere: true }}
          empty="No payment is expected."
        />
      </div>
    </Card>
  )
}

function Breakdown({ paycheck, settings }: { paycheck: Paycheck; settings: TaxSettings }) {
  const { sum, taxes, kept, unknown, left, rows } = paycheck
  const { taxPercent, withholdingPercent } = settings
  const isKnown = rows.some(({ kept }) => kept !== null)
  const rates = [
    ...(taxPercent === null ? [] : [`${taxPercent}% of income`]),
    ...(withholdingPercent == null ? [] : [`${withholdingPercent}% withheld`])
  ]
  const short = [
    ...new Set(rows.filter(({ kept }) => kept?.isEnough === false).map(({ symbol }) => symbol))
  ].sort()
  return (
    <>
      <dl className="ledger">
        {(['paid', 'declared', 'estimated', 'projected'] as const).map(
          (state) =>
            sum[state] > 0 && <Row key={state} name={titles[state]} value={formatAmount(sum[state])} />
        )}
        {rates.length > 0 && (
          <Row name={`Taxes, ${rates.join(' and ')}`} value={formatGain(-taxes, formatAmount)} />
        )}
        {isKnown && <Row name="To keep the value of the funds" value={formatGain(-kept, formatAmount)} />}
        {unknown.dollars > 0 && (
          <Row
            name={`Too new to say: ${unknown.symbols.join(', ')}`}
            value={formatGain(-unknown.dollars, formatAmount)}
          />
        )}
        {isKnown && <Row name={left < 0 ? 'Short' : 'Left'} value={formatAmount(left)} tone={left} />}
      </dl>
      <ul className="stack gap-1 above-2 muted text-xs">
        {rows.some((row) => (row.left ?? 0) < 0) && (
          <li>Below zero: taxes and keeping the value take more than the payment.</li>
        )}
        {short.length > 0 && (
          <li>
            {listOf(short)} lost more in the past year than {short.length === 1 ? 'it' : 'they'} paid.
          </li>
        )}
        {sum.expected > 0 && (
          <li>{formatAmount(sum.expected)} was expected by now, isn’t confirmed and doesn’t count.</li>
        )}
        <li>
          To keep the value: the share that would have done so in the past year, not a forecast or advice.{' '}
          {taxPercent === null && <a href="#fleet-tax-years-title">Enter your tax rate</a>}
        </li>
      </ul>
    </>
  )
}

const titles = {
  paid: 'Already paid',
  declared: 'Declared',
  estimated: 'Estimated',
  projected: 'Projected'
}

const columnsOn = (today: string): readonly Column<PaycheckRow>[] => [
  {
    heading: 'Fund',
    symbol: ({ symbol }) => symbol,
    note: ({ state, payDate }) => (
      <>
        <PaymentMark state={state} /> {stateNames[state]}, {formatShortDay(payDate)}
      </>
    )
  },
  {
    heading: 'Payment',
    isMain: true,
    figure: ({ amount }) => amount,
    format: formatAmount,
    note: ({ shares, perShare, range, ownBy }) =>
      range === null
        ? `${formatShares(shares)} × ${formatDividend(perShare)}`
        : `${formatAmount(range.low)} to ${formatAmount(range.high)}, ${ownBy < today ? 'owned' : 'own'} by ${formatShortDay(ownBy)}`
  },
  { heading: 'Taxes', figure: ({ taxes }) => taxes, format: formatAmount },
  {
    heading: 'To keep value',
    figure: ({ kept }) => kept?.amount,
    format: formatAmount,
    missing: () => 'too new',
    note: ({ kept }) =>
      kept && (kept.isEnough ? formatPercent(100 * kept.share, 0) : 'lost more than it paid')
  },
  { heading: 'Left', figure: ({ left }) => left, format: formatAmount }
]
