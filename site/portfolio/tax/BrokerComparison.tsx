import { useMemo, useState } from 'react'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatCount, formatDay, formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { FoldedCard } from '../../ui/Card.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import { describeShares, formatShares } from '../format-portfolio.ts'
import { kindOf } from '../ledger/transaction.ts'
import { usePortfolio } from '../portfolio-store.ts'
import { type BrokerDifference, compareWithBroker } from './compare-broker.ts'
import { FormComparison } from './FormComparison.tsx'

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
  const accounts = [...new Set(transactions.map(({ account }) => account))]
    .sort()
    .filter((account) => kindOf(kinds, account) === 'taxable')
  const booked = agreeing + differences.length
  const choices = props.years.flatMap((year) => accounts.map((account) => ({ account, year })))
  if (booked === 0 && choices.length === 0) return null
  const shown = isExpanded ? differences : differences.slice(0, shownDifferences)
  return (
    <FoldedCard titleId="portfolio-broker-title" title="Broker vs. fund">
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
    </FoldedCard>
  )
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
