import { useMemo, useState } from 'react'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatCount, formatDay, formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { describeShares, formatShares } from '../format-portfolio.ts'
import type { Ledger } from '../ledger/reduce-ledger.ts'
import type { Transaction } from '../ledger/transaction.ts'
import type { HeldFunds } from '../positions/held-fund.ts'
import { type BrokerDifference, compareWithBroker } from './compare-broker.ts'

/** Differences listed until the visitor expands the list. */
const shownDifferences = 8

type BrokerComparisonProps = {
  ledger: Ledger
  transactions: readonly Transaction[]
  funds: HeldFunds
  today: string
}

/** Payments that the broker booked next to what the funds paid; nothing without booked payments. */
export function BrokerComparison({ ledger, transactions, funds, today }: BrokerComparisonProps) {
  const [isExpanded, setExpanded] = useState(false)
  const { agreeing, differences } = useMemo(
    () => compareWithBroker(ledger.lots, transactions, funds, today),
    [ledger, transactions, funds, today]
  )
  if (agreeing + differences.length === 0) return null
  if (differences.length === 0)
    return <p>All {countOf(agreeing, 'payment')} that your broker booked agree with what the funds paid.</p>
  const shown = isExpanded ? differences : differences.slice(0, shownDifferences)
  return (
    <Card
      titleId="portfolio-broker-title"
      title="Broker vs. fund"
      footer={
        <p className="card__footer">
          Each payment your broker booked, next to what the fund paid on the shares you held. Differences of
          up to a cent or a day are ignored.
        </p>
      }
    >
      <p>
        {formatCount(agreeing)} of {formatCount(agreeing + differences.length)} payments agree.
      </p>
      <ul className="portfolio-broker stack gap-2 text-s">
        {shown.map((one) => (
          <li key={`${one.account} ${one.symbol} ${one.exDate} ${one.receivedOn}`}>
            <span className="ticker">{one.symbol}</span> {formatDay(one.payDate)}
            {one.account !== '' && `, ${one.account}`}: {explain(one)}
          </li>
        ))}
      </ul>
      {shown.length < differences.length && (
        <Button variant="quiet" onClick={() => setExpanded(true)}>
          Show all {formatCount(differences.length)} differences
        </Button>
      )}
    </Card>
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
