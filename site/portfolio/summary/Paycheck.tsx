import { useEffect, useMemo, useState } from 'react'
import { listOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatDividend, formatPercent, formatShortDay } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import { PaymentMark } from '../coming-payments/PaymentMark.tsx'
import { describeIncome, describeState, formatAmount, formatGain, formatShares } from '../format-portfolio.ts'
import { usePortfolio } from '../portfolio-store.ts'
import {
  calculatePaycheck,
  leftInCents,
  type Paycheck,
  type PaycheckRow,
  type TaxSettings
} from '../positions/paycheck.ts'
import { incomeOf, paymentsWithin, spansOf, sumOf } from '../positions/spans.ts'
import { Row } from './HoldingsCard.tsx'

const spanNames = { week: 'This week', nextWeek: 'Next week', month: 'This month', nextMonth: 'Next month' }
type SpanName = keyof typeof spanNames

const titleId = 'fleet-coming-title'

type PaycheckCardProps = {
  figures: PortfolioFigures
  /** Whether it shows what an import has just brought; the focus goes there. */
  isResult: boolean
  onSeen: () => void
}

/** What lands in a week or month, and what of it is left after taxes and reinvesting; each payment behind it. */
export function PaycheckCard({ figures, isResult, onSeen }: PaycheckCardProps) {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onSeen` is a new function each time
  useEffect(() => {
    if (!isResult) return
    document.getElementById(titleId)?.focus()
    onSeen()
  }, [isResult])
  return (
    <Card
      className="card--notched"
      titleId={titleId}
      title="My paycheck"
      isTitleFocusable
      bodyClassName="stack gap-4"
    >
      <fieldset className="portfolio__actions row items-center gap-2">
        <legend className="visually-hidden">Paycheck of</legend>
        {(Object.keys(spanNames) as SpanName[]).map((id) => (
          <Button key={id} variant="chip" aria-pressed={id === chosen} onClick={() => setChosen(id)}>
            {spanNames[id]}{' '}
            <span className="regular" translate="no">
              {formatAmount(incomeOf(sumOf(paymentsWithin(figures.payments, spans[id]))))}
            </span>
          </Button>
        ))}
      </fieldset>
      <div className="portfolio-paycheck grid items-start gap-5">
        <div aria-live="polite">
          <div className="figure figure--gold">
            <h3 className="label">
              {title}, to {formatShortDay(span.to)}
            </h3>
            <p className="figure__value" translate="no">
              {formatAmount(incomeOf(sum))}
            </p>
            <p className="figure__note">{describeIncome(paycheck)}</p>
          </div>
          <Breakdown paycheck={paycheck} settings={settings} />
        </div>
        <Table
          caption={`Payments of ${title.toLowerCase()}`}
          columns={columnsOn(today, settings)}
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
  const { sum, taxes, kept, unknown, rows } = paycheck
  const left = leftInCents(
    shownStates.map((state) => sum[state]),
    [taxes, kept, unknown.dollars]
  )
  const { taxPercent, withholdingPercent } = settings
  const isKnown = rows.some(({ kept }) => kept !== null)
  const rates = [
    ...(taxPercent === null ? [] : [`${taxPercent}% of income`]),
    ...(withholdingPercent == null ? [] : [`${withholdingPercent}% withheld`])
  ]
  const symbolsOf = (some: readonly PaycheckRow[]) => [...new Set(some.map(({ symbol }) => symbol))].sort()
  const short = symbolsOf(rows.filter(({ kept }) => kept?.isEnough === false))
  const below = symbolsOf(rows.filter((row) => (leftOf(row) ?? 0) < 0))
  return (
    <>
      <dl className="ledger">
        {shownStates.map(
          (state) =>
            sum[state] > 0 && <Row key={state} name={titles[state]} value={formatAmount(sum[state])} />
        )}
        {rates.length > 0 && (
          <Row name={`Taxes, ${rates.join(' and ')}`} value={formatGain(-taxes, formatAmount)} />
        )}
        {isKnown && <Row name="To keep the value of the funds" value={formatGain(-kept, formatAmount)} />}
        {unknown.dollars > 0 && (
          <Row
            name={`Too few prices to say: ${unknown.symbols.join(', ')}`}
            value={formatGain(-unknown.dollars, formatAmount)}
          />
        )}
        {isKnown && (
          <Row
            name={`${left < 0 ? 'Short' : 'Left'}${hasRate(settings) ? '' : ' before taxes'}`}
            value={formatAmount(left)}
            tone={left}
          />
        )}
      </dl>
      <ul className="stack gap-1 above-2 muted text-xs">
        {below.length > 0 && (
          <li>
            {left < 0 ? 'Below zero' : `Below zero for ${listOf(below)}`}: taxes and keeping the value take
            more than {left < 0 ? 'the payments' : 'the payment'}.
          </li>
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

const shownStates = ['paid', 'declared', 'estimated', 'projected'] as const

function leftOf({ amount, taxes, kept }: PaycheckRow): number | null {
  return kept && leftInCents([amount], [taxes, kept.amount])
}

const titles = {
  paid: 'Already paid',
  declared: 'Declared',
  estimated: 'Estimated',
  projected: 'Projected'
}

function hasRate({ taxPercent, withholdingPercent }: TaxSettings): boolean {
  return taxPercent !== null || withholdingPercent != null
}

const columnsOn = (today: string, settings: TaxSettings): readonly Column<PaycheckRow>[] => [
  {
    heading: 'Fund',
    symbol: ({ symbol }) => symbol,
    note: (payment) => (
      <>
        <PaymentMark state={payment.state} /> {describeState(payment)}, {formatShortDay(payment.payDate)}
      </>
    )
  },
  {
    heading: 'Payment',
    isMain: true,
    figure: ({ amount }) => amount,
    format: formatAmount,
    note: ({ shares, perShare, range, ownBy, isOwn }) => {
      if (range === null)
        return shares > 0 ? `${formatShares(shares)} × ${formatDividend(perShare)}` : 'shares not known'
      const ends = `${formatAmount(range.low)} to ${formatAmount(range.high)}`
      // The ex-dates of a holding that we don't cover aren't known.
      return isOwn ? ends : `${ends}, ${ownBy < today ? 'owned' : 'own'} by ${formatShortDay(ownBy)}`
    }
  },
  {
    heading: 'Taxes',
    figure: ({ taxes }) => (hasRate(settings) ? taxes : null),
    format: formatAmount,
    missing: () => 'no rate set'
  },
  {
    heading: 'To keep value',
    figure: ({ kept }) => kept?.amount,
    format: formatAmount,
    missing: ({ isOwn }) => (isOwn ? 'no prices' : 'too new'),
    note: ({ kept }) =>
      kept && (kept.isEnough ? formatPercent(100 * kept.share, 0) : 'lost more than it paid')
  },
  {
    heading: hasRate(settings) ? 'Left' : 'Left before taxes',
    figure: leftOf,
    format: formatAmount
  }
]
