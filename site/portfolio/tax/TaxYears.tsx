import { Fragment, useMemo, useState } from 'react'
import { returnOfCapitalPath } from '../../../admin-api/contract/return-of-capital.ts'
import { formatCount, formatMoney, formatShortDay } from '../../lib/format.ts'
import { saveCsv } from '../../lib/save-file.ts'
import { Button } from '../../ui/Button.tsx'
import { FoldedCard } from '../../ui/Card.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { type Options, Select } from '../../ui/Field.tsx'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import { formatGain } from '../format-portfolio.ts'
import { AmountField } from '../goal/Goal.tsx'
import { type CostMethod, kindOf, methodOf } from '../ledger/transaction.ts'
import { changePortfolio, usePortfolio } from '../portfolio-store.ts'
import { PrintButton } from '../print/PrintButton.tsx'
import { accountsOf, highestTaxPercent } from '../stored-portfolio.ts'
import { Row } from '../summary/HoldingsCard.tsx'
import { explainReceived } from './compare-received.ts'
import { kindOptions } from './kind-options.ts'
import { emptyYear, rocOf, type TaxFigures, type TaxYear } from './tax-figures.ts'

/** Percent withheld from payments to holders abroad: with and without a tax treaty. */
const withholdingRates = [
  ['', 'None, I’m in the US'],
  ['15', '15%'],
  ['30', '30%']
] as const

/** Income, return of capital, gains and what to set aside of one year, on paper and as CSV. */
export function TaxYears({ tax, figures }: { tax: TaxFigures; figures: PortfolioFigures }) {
  const { today, ledger, payments, known: funds } = figures
  const portfolio = usePortfolio()
  const { taxPercent: percent, withholdingPercent = null, kinds } = portfolio
  const leftOut = accountsOf(portfolio).filter((account) => kindOf(kinds, account) !== 'taxable')
  const [chosen, setChosen] = useState<string | null>(null)
  const thisYear = today.slice(0, 4)
  const year = tax.years.find((one) => one.year === chosen) ??
    tax.years[0] ?? { ...emptyYear, year: thisYear }
  const gain = tax.value - tax.adjustedCost
  const whyOther = useMemo(
    () => explainReceived({ lots: ledger.lots, payments, funds, kinds, today }, year),
    [ledger, payments, funds, kinds, today, year]
  )
  const withheldOf = (dollars: number) => formatMoney((dollars * (withholdingPercent ?? 0)) / 100)
  const rows: (readonly [name: string, value: string] | false)[] = [
    ['Payments received', formatMoney(year.payments)],
    ['Income', formatMoney(year.income)],
    year.unknown > 0 && ['Unknown: income or return of capital', formatMoney(year.unknown)],
    year.finalRoc > 0 && ['Return of capital, final', formatMoney(year.finalRoc)],
    year.noticedRoc > 0 && ['Return of capital, by 19a notices', formatMoney(year.noticedRoc)],
    year.carriedRoc > 0 && [
      'Return of capital, estimated from an earlier year',
      formatMoney(year.carriedRoc)
    ],
    ['Short-term gains', formatGain(year.shortTerm)],
    ['Long-term gains', formatGain(year.longTerm)],
    year.withheld !== 0 && ['Tax withheld by the broker', formatMoney(year.withheld)],
    withholdingPercent !== null && [
      `Withholding at ${withholdingPercent}%, estimated`,
      withheldOf(year.payments)
    ],
    withholdingPercent !== null && [
      'Expected refund on return of capital, estimated',
      withheldOf(rocOf(year))
    ],
    percent !== null && [
      `Set aside at ${percent}% of income${year.unknown > 0 ? ' and unknown payments' : ''}`,
      formatMoney(((year.income + year.unknown) * percent) / 100)
    ]
  ]
  return (
    <FoldedCard
      titleId="fleet-tax-years-title"
      title={`Income and gains in ${year.year}`}
      isLive
      tools={
        <Select
          id="portfolio-tax-year"
          label="Year"
          value={year.year}
          options={(tax.years.length > 0 ? tax.years : [year]).map((one) => [one.year, one.year])}
          onValue={setChosen}
        />
      }
      footer={
        <Disclosure summary="This isn’t tax advice: how it is calculated">
          Your broker’s 1099 forms are what counts. Return of capital follows the issuer’s final figure for
          the year. Until that is known, it follows the 19a notice of the payment or, without one, the final
          figure of an earlier year. If there is none, we don’t know what the payment is, and it lowers no
          cost. Return of capital lowers the cost of each lot, never below zero; the excess is a gain.
          Payments declared in October to December and paid in January count in the year before.{' '}
          <a href={returnOfCapitalPath}>How accurate the notices were</a>
        </Disclosure>
      }
    >
      <dl className="ledger">
        {rows.map((row) => row && <Row key={row[0]} name={row[0]} value={row[1]} />)}
      </dl>
      <ul className="above-3 below-3 stack gap-2 text-s">
        {tax.comingWashSales.map(({ symbol, soldOn, reinvestedOn, freeFrom }) => (
          <li key={symbol}>
            <strong>
              You sold {symbol} at a loss on {formatShortDay(soldOn)}; its reinvestment on{' '}
              {formatShortDay(reinvestedOn)} would be a wash sale.
            </strong>{' '}
            To keep the loss, turn off reinvestment and buy none before {formatShortDay(freeFrom)}.
          </li>
        ))}
        {whyOther !== null && <li>{whyOther}</li>}
        {leftOut.length > 0 && <li>Only taxable accounts count; left out: {leftOut.join(', ')}.</li>}
        {year.washSales > 0 && (
          <li>
            <strong>
              Possible wash {year.washSales === 1 ? 'sale' : 'sales'}: {formatCount(year.washSales)}.
            </strong>{' '}
            You sold at a loss and bought the same fund within 30 days, in any of your accounts. The loss may
            have to be deferred (wash sale), which the figures above don’t reflect.
          </li>
        )}
        {year.unknownSales > 0 && (
          <li>{formatCount(year.unknownSales)} sold lots without a known cost or price are left out.</li>
        )}
      </ul>
      {tax.cost > 0 && (
        <dl className="ledger">
          <Row name="Cost of the shares you hold" value={formatMoney(tax.cost)} />
          <Row name="Adjusted for return of capital" value={formatMoney(tax.adjustedCost)} />
          <Row name="Unrealized gain on the adjusted cost" value={formatGain(gain)} tone={gain} />
        </dl>
      )}
      <div className="portfolio-tax-years__actions above-4 row items-end between gap-4">
        <AmountField
          label="Your tax rate"
          unit="percent"
          value={percent}
          highest={highestTaxPercent}
          onChange={(value) => changePortfolio({ type: 'set', settings: { taxPercent: value } })}
        />
        <Select
          id="portfolio-withholding"
          label="Withholding outside the US"
          value={withholdingRates.find(([rate]) => rate === String(withholdingPercent ?? ''))?.[0] ?? ''}
          options={withholdingRates}
          onValue={(text) =>
            changePortfolio({
              type: 'set',
              settings: { withholdingPercent: text === '' ? null : Number(text) }
            })
          }
        />
        <div className="portfolio__actions row gap-2">
          <Button variant="quiet" onClick={() => saveCsv(toLines(tax.years), `doubloon-tax-${today}.csv`)}>
            All years as CSV
          </Button>
          <PrintButton name={`income and gains in ${year.year}`} />
        </div>
      </div>
      <AccountSettings />
    </FoldedCard>
  )
}

const methodOptions: Options<CostMethod> = [
  ['fifo', 'First in, first out'],
  ['average', 'Average cost'],
  ['specific', 'Specific lots']
]

/** How each account is taxed, and which of its shares are sold first. */
function AccountSettings() {
  const portfolio = usePortfolio()
  const accounts = accountsOf(portfolio)
  return (
    <Disclosure summary="Kinds of accounts, and which shares are sold first">
      <div className="fill-20 grid gap-y-3 gap-x-4">
        {(accounts.length === 0 ? [''] : accounts).map((account) => (
          <Fragment key={account}>
            <Select
              id={`portfolio-kind-${account}`}
              label={account === '' ? 'Kind of account' : `Kind of account: ${account}`}
              value={kindOf(portfolio.kinds, account)}
              options={kindOptions}
              onValue={(kind) => changePortfolio({ type: 'put', kinds: [{ account, kind }] })}
            />
            <Select
              id={`portfolio-method-${account}`}
              label={account === '' ? 'Cost of sold shares' : `Cost of shares sold in ${account}`}
              value={methodOf(portfolio.methods, account)}
              options={methodOptions}
              onValue={(method) => changePortfolio({ type: 'put', methods: [{ account, method }] })}
            />
          </Fragment>
        ))}
      </div>
    </Disclosure>
  )
}

/** Names of the published columns. */
const csvColumns: Record<keyof TaxYear, string> = {
  year: 'year',
  payments: 'payments',
  income: 'income',
  finalRoc: 'return_of_capital_final',
  noticedRoc: 'return_of_capital_19a',
  unknown: 'income_without_notice',
  shortTerm: 'short_term_gains',
  longTerm: 'long_term_gains',
  withheld: 'tax_withheld',
  washSales: 'possible_wash_sales',
  unknownSales: 'sales_left_out',
  carriedRoc: 'return_of_capital_estimated'
}

function toLines(years: readonly TaxYear[]) {
  const columns = Object.keys(csvColumns) as (keyof TaxYear)[]
  const cell = (value: string | number) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value)
  const rows = years.map((year) => columns.map((column) => cell(year[column])))
  return [Object.values(csvColumns), ...rows]
}
