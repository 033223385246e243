import { Button } from './Button.tsx'
import './pager.css'

type PagerProps = {
  /** Accessible name, such as 'Dividend history pages'. */
  label: string
  /** Starts at 1. */
  page: number
  totalPages: number
  turn: (page: number) => void
}

/** First, Previous, Next, Last. */
export function Pager({ label, page, totalPages, turn }: PagerProps) {
  const last = Math.max(1, totalPages)
  const steps = [
    { text: 'First', to: 1, isOff: page <= 1 },
    { text: 'Previous', to: page - 1, isOff: page <= 1 },
    { text: 'Next', to: page + 1, isOff: page >= last },
    { text: 'Last', to: last, isOff: page >= last }
  ]
  const renderStep = ({ text, to, isOff }: (typeof steps)[number]) => (
    <Button key={text} variant="chip" aria-disabled={isOff} onClick={() => turn(to)}>
      {text}
    </Button>
  )
  return (
    <nav className="pager row items-center to-center gap-2 above-3" aria-label={label}>
      {steps.slice(0, 2).map(renderStep)}
      <span className="pager__place muted text-s tabular" aria-live="polite">
        Page {page} of {last}
      </span>
      {steps.slice(2).map(renderStep)}
    </nav>
  )
}
