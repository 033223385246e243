import { type ChangeEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { addToPortfolioPath, pathOfFund } from '../../../admin-api/contract/pages.ts'
import type { StockResult } from '../../../admin-api/contract/stock.ts'
import { formatCount, formatDividend } from '../../lib/format.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { cardTitles } from '../card-order.ts'
import { ResultCard } from '../ResultCard.tsx'
import {
  calculate,
  caretAfterDigits,
  defaultShares,
  maxShares,
  quickPicks,
  type SharesText,
  sharesText
} from './calculator.ts'
import { Payout } from './Payout.tsx'
import { shareLink } from './share-link.ts'
import './calculator-card.css'

type CalculatorCardProps = {
  stock: StockResult
  /** In New York. */
  today: string
  /** Shares in the visitor's portfolio; null without any. */
  held: number | null
}

/** Use the symbol as key, so that another fund starts with the visitor's shares of it, or 100. */
export function CalculatorCard({ stock, today, held }: CalculatorCardProps) {
  const [changed, setEntered] = useState<SharesText | null>(null)
  const entered = changed ?? sharesText(String(Math.floor(held ?? 0) || defaultShares))
  const pageUrl = usePageUrl(pathOfFund(stock.symbol))
  const calculation = calculate(entered.shares, stock)
  const isAvailable = calculation.status !== 'unavailable'
  const sharedShares = entered.shares > 0 ? entered.shares : defaultShares

  function pick(shares: number) {
    if (isAvailable && shares > 0) setEntered(sharesText(String(shares)))
  }

  return (
    <ResultCard
      name="calculator"
      label={`${stock.symbol} · ${formatDividend(stock.dividend)} a share`}
      title={cardTitles.calculator}
      icon={<Icon name="coins" />}
    >
      <div className="calculator-card__grid grid gap-y-5 gap-x-7">
        <div className="stack gap-3 items-start">
          <SharesField value={entered} onChange={setEntered} />
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend's layout */}
          <div className="calculator-card__picks grid gap-1" role="group" aria-label="Quick picks">
            {quickPicks.map((shares) => (
              <Button
                key={shares}
                variant="chip"
                aria-label={shares === 1000 ? '1k (1,000) shares' : `${shares} shares`}
                aria-pressed={entered.shares === shares}
                disabled={!isAvailable}
                onClick={() => pick(shares)}
              >
                {shares === 1000 ? '1k' : shares}
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
                Share {formatCount(sharedShares)} shares
                <span className="visually-hidden"> as a post on X, opens in a new tab</span>
              </ButtonLink>
            )}
          </div>
        </div>
        <Payout calculation={calculation} stock={stock} today={today} />
      </div>
    </ResultCard>
  )
}

/** The page's full URL, known in the browser only; the server renders links without it. */
function usePageUrl(path: string): string | null {
  const [origin, setOrigin] = useState<string | null>(null)
  useEffect(() => setOrigin(window.location.origin), [])
  return origin === null ? null : origin + path
}

/** Separates thousands while typing and keeps the caret after its digit. */
function SharesField({ value, onChange }: { value: SharesText; onChange: (value: SharesText) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const digitsLeftOfCaret = useRef<number | null>(null)

  function change(event: ChangeEvent<HTMLInputElement>) {
    const { value: typed, selectionStart } = event.target
    digitsLeftOfCaret.current = typed.slice(0, selectionStart ?? typed.length).replace(/\D/g, '').length
    onChange(sharesText(typed))
  }

  useLayoutEffect(() => {
    const digits = digitsLeftOfCaret.current
    if (digits === null || input.current === null) return
    digitsLeftOfCaret.current = null
    const caret = caretAfterDigits(value.text, digits)
    input.current.setSelectionRange(caret, caret)
  })

  return (
    <Field
      id="shares"
      label="Your shares"
      isHintLive
      hint={value.isCut ? `Limited to ${formatCount(maxShares)} shares.` : 'Whole shares only.'}
    >
      <Input
        ref={input}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        placeholder="e.g. 1,000"
        data-select=""
        value={value.text}
        onChange={change}
      />
    </Field>
  )
}
