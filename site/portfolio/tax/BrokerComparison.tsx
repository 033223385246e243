import { useMemo, useState } from 'react'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatCount, formatDay, formatMoney, formatPercent } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Select } from '../../ui/Field.tsx'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import { describeShares, formatShares } from '../format-portfolio.ts'
import { AmountField } from '../goal/Goal.tsx'
import { kindOf } from '../ledger/transaction.ts'
import { changePortfolio, usePortfolio } from '../portfolio-store.ts'
import { type DividendForm, highestGoal } from '../stored-portfolio.ts'
import { Row } from '../summary/HoldingsCard.tsx'
import { type BrokerDifference, compareForm, compareWithBroker } from './compare-broker.ts'

/** Differences listed until the visitor expands the list. */
const shownDifferences = 8

type BrokerComparisonProps = {
  /** Figures of all accounts. */
  figures: PortfolioFigures
  /** Years with payments, newest first. */
  years: readonly string[]
}

/** Payments that the broker booked, and its 1099-DIV, next to what the funds paid. */
export function BrokerComparison(props: BrokerComparisonProps) {
  const { ledger, known, today } = props.figures
  const { transactions, kinds } = usePortfolio()
  const [isExpanded, setExpanded] = useState(false)
  const { agreeing, differences } = useMemo(
    () => compareWithBroker(ledger.lots, transactions, known, today),
    [ledger, transactions, known, today]
  )
  const accounts = [...new Set(ledger.lots.map(({ account }) => account))].filter(
    (account) => kindOf(kinds, account) === 'taxable'
  )
  const booked = agreeing + differences.length
  const choices = props.years.flatMap((year) => accounts.map((account) => ({ account, year })))
  if (booked === 0 && choices.length === 0) return null
  const shown = isExpanded ? differences : differences.slice(0, shownDifferences)
  return (
    <Card titleId="portfolio-broker-title" title="Broker vs. fund">
      {booked > 0 && (
        <p>
          {formatCount(agreeing)} of {countOf(booked, 'payment')} that your broker booked agree with what the
          fund paid on the shares you held. Differences of up to a cent or a day are ignored.
        </p>
      )}
      <ul className="above-3 below-3 stack gap-2 text-s" hidden={shown.length === 0}>
        {shown.map((one) => (
          <li key={`${one.account} ${one.symbol} ${one.exDate} ${one.receivedOn}`}>
            <span className="ticker" translate="no">
              {one.symbol}
            </span>{' '}
            {formatDay(one.payDate)}
            {one.account !== '' && `, ${one.account}`}: {explain(one)}
          </li>
        ))}
      </ul>
      {shown.length < differences.length && (
        <Button variant="quiet" onClick={() => setExpanded(true)}>
          Show all {formatCount(differences.length)} differences
        </Button>
      )}
      {choices.length > 0 && (
        <Disclosure summary="Compare your 1099-DIV">
          <FormComparison figures={props.figures} choices={choices} />
        </Disclosure>
      )}
    </Card>
  )
}

const boxes = [
  ['box1a', 'Box 1a: ordinary dividends'],
  ['box1b', 'Box 1b: qualified, part of 1a'],
  ['box2a', 'Box 2a: capital gains'],
  ['box3', 'Box 3: return of capital']
] as const

type FormComparisonProps = {
  figures: PortfolioFigures
  choices: readonly Pick<DividendForm, 'account' | 'year'>[]
}

/** Boxes of one account and year, stored while they are typed, and the comparison. */
function FormComparison({ figures, choices }: FormComparisonProps) {
  const { ledger, known, today } = figures
  const { forms = [] } = usePortfolio()
  const lastYear = choices.findIndex(({ year }) => year < today.slice(0, 4))
  const [place, setPlace] = useState(Math.max(0, lastYear))
  const chosen = choices[place]
  if (chosen === undefined) return null
  const empty = { ...chosen, box1a: null, box1b: null, box2a: null, box3: null }
  const form = forms.find(({ account, year }) => account === chosen.account && year === chosen.year) ?? empty
  const result = compareForm(form, ledger.lots, known, today)
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
          value={form[box]}
          highest={highestGoal}
          onChange={(value) => changePortfolio({ type: 'put', forms: [{ ...form, [box]: value }] })}
        />
      ))}
      {result.total.form > 0 && (
        <div aria-live="polite">
          <dl className="ledger">
            <Row name="Total" value={sideBySide(result.total)} />
            <Row name="Box 3" value={sideBySide(result.roc)} />
          </dl>
          <p>{explainForm(result, form.year)}</p>
        </div>
      )}
    </div>
  )
}

function sideBySide({ form, ours }: { form: number; ours: number }): string {
  return `${formatMoney(form)} on the form, ${formatMoney(ours)} here`
}

function explainForm({ cause, final }: ReturnType<typeof compareForm>, year: string): string {
  const figure = final && `${formatPercent(final.percent, 1)} for ${final.symbol}`
  switch (cause) {
    case 'agrees':
      return 'The form agrees with our figures.'
    case 'total':
      return 'The totals differ. A form has everything in the account, also funds we don’t cover; ours follows the transactions you entered.'
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

function explain(difference: BrokerDifference) {
  const { cause, expected, received, receivedOn, shares, brokerShares, withheld } = difference
  const paid = formatMoney(received ?? 0)
  switch (cause) {
    case 'missing':
      return `no payment booked; the fund paid ${formatMoney(expected)} for ${describeShares(shares)}.`
    case 'withheld':
      return `${paid} after ${formatMoney(withheld)} of withheld tax; the fund paid ${formatMoney(expected)}.`
    case 'late':
      return `${paid}, booked on ${formatDay(receivedOn ?? '')}.`
    case 'unexpected':
      return `${paid} booked; no payment of the fund is known for that day.`
    case 'shares':
      return `${paid} booked, ${formatMoney(expected)} paid by the fund.${
        brokerShares === null
          ? ''
          : ` That is the payment for ${formatShares(brokerShares)} shares; according to your transactions, you held ${formatShares(shares)}.`
      }`
  }
}
