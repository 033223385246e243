import { useEffect, useState } from 'react'
import { addToPortfolioPath, incomePath, pathOfFund } from '../../../admin-api/contract/pages.ts'
import type { StockResult } from '../../../admin-api/contract/stock.ts'
import { formatCount } from '../../lib/format.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ResultCard } from '../ResultCard.tsx'
import { ChipGroup } from './ChipGroup.tsx'
import {
  averagePayment,
  calculate,
  defaultIncome,
  defaultShares,
  holdingForIncome,
  quickPicks,
  readDollars,
  readWholeNumber,
  shareLink,
  type TypedNumber
} from './calculator.ts'
import { NumberField } from './NumberField.tsx'
import { NeededHolding, Payout } from './Payout.tsx'
import './calculator-card.css'

type CalculatorCardProps = {
  stock: StockResult
  /** In New York. */
  today: string
  /** Shares in the visitor's portfolio; null without any. */
  held: number | null
}

const modes = [
  { value: 'shares', name: 'What my shares pay' },
  { value: 'income', name: 'Shares for an income' }
] as const

/** Use the symbol as key, so that the shares are empty again for another fund. */
export function CalculatorCard({ stock, today, held }: CalculatorCardProps) {
  const [mode, setMode] = useState<(typeof modes)[number]['value']>('shares')
  const [entered, setEntered] = useState<TypedNumber>(() => readWholeNumber(''))
  const [income, setIncome] = useState(() => readDollars(String(defaultIncome)))
  const holding = holdingForIncome(income.value, averagePayment(stock).amount, stock)
  const example = held ?? defaultShares
  const pageUrl = usePageUrl(pathOfFund(stock.symbol))
  const calculation = calculate(entered.value, stock)
  const isAvailable = calculation.status !== 'unavailable'
  const isIncome = mode === 'income'
  const sharedShares = (isIncome ? holding?.shares : entered.value) || Math.floor(example) || defaultShares
  const [value, setValue] = isIncome ? [income, setIncome] : [entered, setEntered]

  return (
    <ResultCard name="calculator">
      <div className="calculator-card__grid grid gap-y-5 gap-x-7">
        <div className="stack gap-3 items-start">
          <ChipGroup label="Calculate" options={modes} chosen={mode} onChoose={setMode} />
          <NumberField
            key={mode}
            id={mode}
            label={isIncome ? 'Dollars a month' : 'Your shares'}
            hint={isIncome ? <a href={incomePath}>For all funds</a> : 'Whole shares only.'}
            placeholder={isIncome ? 'e.g. 500' : `e.g. ${formatCount(Math.floor(example) || defaultShares)}`}
            isMoney={isIncome}
            value={value}
            onChange={setValue}
          />
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend's layout */}
          <div className="calculator-card__picks grid gap-1" role="group" aria-label="Quick picks">
            {quickPicks.map((pick) => (
              <Button
                key={pick}
                variant="chip"
                aria-label={nameOfPick(pick, isIncome)}
                aria-pressed={value.value === pick}
                disabled={!isAvailable}
                onClick={() => isAvailable && setValue(readWholeNumber(String(pick)))}
              >
                {pick === 1000 ? '1k' : pick}
              </Button>
            ))}
          </div>
          <div className="calculator-card__links row gap-2">
            <ButtonLink variant="quiet" href={addToPortfolioPath(stock.symbol, sharedShares)}>
              Add to My Fleet
            </ButtonLink>{' '}
            {isAvailable && (
              <ButtonLink
                variant="quiet"
                href={shareLink(stock, sharedShares, pageUrl, today)}
                target="_blank"
                rel="noopener noreferrer"
              >
                <Icon name="share" />
                Share
                <span className="visually-hidden">
                  {' '}
                  {formatCount(sharedShares)} shares as a post on X, opens in a new tab
                </span>
              </ButtonLink>
            )}
          </div>
        </div>
        {isIncome ? (
          <NeededHolding income={income.value} stock={stock} />
        ) : (
          <Payout calculation={calculation} stock={stock} today={today} held={held} />
        )}
      </div>
    </ResultCard>
  )
}

function nameOfPick(pick: number, isIncome: boolean): string {
  const dollars = isIncome ? '$' : ''
  const amount = pick === 1000 ? `${dollars}1k (${dollars}1,000)` : `${dollars}${pick}`
  return `${amount} ${isIncome ? 'a month' : 'shares'}`
}

/** The page's full URL, known in the browser only; the server renders links without it. */
function usePageUrl(path: string): string | null {
  const [origin, setOrigin] = useState<string | null>(null)
  useEffect(() => setOrigin(window.location.origin), [])
  return origin === null ? null : origin + path
}
