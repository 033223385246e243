import { Button } from '../../ui/Button.tsx'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import { formatAmount } from '../format-portfolio.ts'
import { listPortfolioPayments } from '../positions/portfolio-payments.ts'
import { sumOf } from '../positions/spans.ts'

type AccountChoiceProps = {
  figures: PortfolioFigures
  accounts: readonly string[]
  /** null: all accounts. */
  chosen: string | null
  onChoose: (account: string | null) => void
}

/** Income of the next 12 months in all accounts and in each; the page follows the choice. */
export function AccountChoice({ figures, accounts, chosen, onChoose }: AccountChoiceProps) {
  if (accounts.length < 2) return null
  const { span, sum } = figures.year
  const comingTo = (account: string) => {
    const lots = figures.ledger.lots.filter((lot) => lot.account === account)
    const payments = listPortfolioPayments(lots, figures.known, { today: span.from, until: span.to })
    return sumOf(payments).coming
  }
  const choices = [
    { account: null, name: 'All accounts', dollars: sum.coming },
    ...accounts.map((account) => ({
      account,
      name: account === '' ? 'Without an account' : account,
      dollars: comingTo(account)
    }))
  ]
  return (
    <fieldset className="portfolio__actions row items-center gap-2">
      <legend className="portfolio-accounts label">Account</legend>
      {choices.map(({ account, name, dollars }) => (
        <Button key={name} variant="chip" aria-pressed={account === chosen} onClick={() => onChoose(account)}>
          {name} <span className="regular">{formatAmount(dollars)} in 12 months</span>
        </Button>
      ))}
    </fieldset>
  )
}
