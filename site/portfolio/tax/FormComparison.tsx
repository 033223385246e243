import { useState } from 'react'
import { formatMoney, formatPercent } from '../../lib/format.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Select } from '../../ui/Field.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import { AmountField } from '../goal/Goal.tsx'
import { changePortfolio, usePortfolio } from '../portfolio-store.ts'
import { type DividendForm, type DividendParts, highestGoal } from '../stored-portfolio.ts'
import { Row } from '../summary/HoldingsCard.tsx'
import { type FormComparison as Comparison, compareForm, type HoldingOfForm } from './compare-form.ts'

const boxes = [
  ['box1a', 'Box 1a: ordinary dividends'],
  ['box1b', 'Box 1b: qualified, part of 1a'],
  ['box2a', 'Box 2a: capital gains'],
  ['box3', 'Box 3: return of capital'],
  ['box4', 'Box 4: federal tax withheld'],
  ['box7', 'Box 7: foreign tax paid']
] as const

type FormComparisonProps = {
  figures: PortfolioFigures
  choices: readonly Pick<DividendForm, 'account' | 'year'>[]
}

/** Boxes of one account and year, stored while they are typed, next to all payments of the account. */
export function FormComparison({ figures, choices }: FormComparisonProps) {
  const { ledger, known, today } = figures
  const { forms = [], parts = [], transactions } = usePortfolio()
  const lastYear = choices.findIndex(({ year }) => year < today.slice(0, 4))
  const [place, setPlace] = useState(Math.max(0, lastYear))
  const chosen = choices[place]
  if (chosen === undefined) return null
  const empty = { ...chosen, box1a: null, box1b: null, box2a: null, box3: null, box4: null, box7: null }
  const form = forms.find(({ account, year }) => account === chosen.account && year === chosen.year) ?? empty
  const result = compareForm(form, { lots: ledger.lots, transactions, funds: known, parts, today })
  const own = result.holdings.filter(({ isOwn }) => isOwn)
  return (
    <div className="grid gap-y-3 gap-x-4">
      <Select
        id="portfolio-form"
        label="Form"
        value={String(place)}
        options={choices.map(({ account, year }, i) => [String(i), account ? `${year}, ${account}` : year])}
        onValue={(value) => setPlace(Number(value))}
      />
      {boxes.map(([box, label]) => (
        <AmountField
          key={`${box} ${place}`}
          label={label}
          unit="dollars"
          value={form[box] ?? null}
          highest={highestGoal}
          onChange={(value) => changePortfolio({ type: 'put', forms: [{ ...form, [box]: value }] })}
        />
      ))}
      {result.total.form > 0 && (
        <div aria-live="polite">
          <dl className="ledger">
            <Row name="Total" value={sideBySide(result.total)} />
            <Row name="Box 3" value={sideBySide(result.roc)} />
            {result.qualified.form > 0 && (
              <Row
                name="Box 1b"
                value={`${sideBySide(result.qualified)}, ${formatMoney(result.qualified.unknown)} unknown`}
              />
            )}
            {(result.withheld.form > 0 || result.withheld.ours !== 0) && (
              <Row name="Boxes 4 and 7" value={sideBySide(result.withheld)} />
            )}
          </dl>
          <p>{explainForm(result, form.year)}</p>
          <ul className="stack gap-1 text-s">
            {result.suspects.map((suspect) => (
              <li key={`${suspect.symbol} ${suspect.why}`}>{explainSuspect(suspect, form.year)}</li>
            ))}
          </ul>
        </div>
      )}
      {result.holdings.length > 0 && (
        <Table
          caption={`Payments of ${form.year} by holding`}
          columns={columns}
          rows={result.holdings}
          keyOf={({ symbol }) => symbol}
          phones="cards"
          long={{ what: 'holdings', isShort: true, isEverywhere: true }}
        />
      )}
      {own.length > 0 && (
        <Disclosure summary="Enter what your form says of holdings we don’t cover">
          <p className="below-3 measure text-s">
            Your form’s detail pages have these figures for each holding. They change income and return of
            capital of the year, not the cost of your shares.
          </p>
          <div className="fill-20 grid gap-y-3 gap-x-4">
            {own.map(({ symbol }) => (
              <OwnParts
                key={`${symbol} ${place}`}
                parts={
                  parts.find(
                    (one) => one.symbol === symbol && one.account === form.account && one.year === form.year
                  ) ?? { account: form.account, year: form.year, symbol, qualified: null, roc: null }
                }
              />
            ))}
          </div>
        </Disclosure>
      )}
    </div>
  )
}

function OwnParts({ parts }: { parts: DividendParts }) {
  const fields = [
    ['qualified', `Qualified dividends of ${parts.symbol}`],
    ['roc', `Return of capital of ${parts.symbol}`]
  ] as const
  return fields.map(([field, label]) => (
    <AmountField
      key={field}
      label={label}
      unit="dollars"
      value={parts[field]}
      highest={highestGoal}
      allowsZero
      onChange={(value) => changePortfolio({ type: 'put', parts: [{ ...parts, [field]: value }] })}
    />
  ))
}

const columns: readonly Column<HoldingOfForm>[] = [
  {
    heading: 'Holding',
    symbol: ({ symbol }) => symbol,
    note: ({ isOwn }) => isOwn && 'from your transactions'
  },
  { heading: 'Payments', figure: ({ payments }) => payments, format: formatMoney },
  { heading: 'Return of capital', figure: ({ roc }) => roc, format: formatMoney },
  { heading: 'Unknown', figure: ({ unknown }) => unknown, format: formatMoney },
  {
    heading: 'Qualified',
    figure: ({ qualified }) => qualified,
    format: formatMoney,
    missing: () => 'unknown'
  }
]

function sideBySide({ form, ours }: { form: number; ours: number }): string {
  return `${formatMoney(form)} on the form, ${formatMoney(ours)} here`
}

function explainSuspect({ symbol, why, dollars }: Comparison['suspects'][number], year: string): string {
  const amount = formatMoney(dollars)
  switch (why) {
    case 'january':
      return `${symbol} paid ${amount} in January ${year}, which may count in the year before.`
    case 'next-january':
      return `${symbol} paid ${amount} in January ${Number(year) + 1}, which may count in ${year}.`
    case 'not-on-form':
      return `${symbol} paid ${amount} in ${year}, which may not be on this form.`
  }
}

function explainForm({ cause, final }: Comparison, year: string): string {
  const figure = final && `${formatPercent(final.percent, 1)} for ${final.symbol}`
  switch (cause) {
    case 'agrees':
      return 'The form agrees with our figures.'
    case 'total':
      return 'The totals differ. Compare the holdings below with the detail pages of the form: a payment may be missing here, or count in another year.'
    case 'notices':
      return `Your broker used the estimates of the 19a notices. The final figure of ${year} is ${figure}; a corrected form may follow.`
    case 'unknown':
      return 'We don’t know how much of some payments is return of capital. The form is what counts.'
    case 'estimated':
      return 'We estimated from the final figure of an earlier year. The form is what counts.'
    case 'other':
      return `Box 3 differs from our figures${figure ? `, such as ${figure} (final)` : ''}. Ask your broker where its figure comes from.`
  }
}
