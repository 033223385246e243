import './pager.css'

type PagerProps = {
  /** The label for screen readers: 'Dividend history pages'. */
  label: string
  /** From 1. */
  page: number
  totalPages: number
  onPage: (page: number) => void
}

/** First, Previous, Next, Last. A disabled button keeps the focus, so that the keyboard does not lose its place. */
export function Pager({ label, page, totalPages, onPage }: PagerProps) {
  const last = Math.max(1, totalPages)
  const steps = [
    { text: 'First', to: 1, isOff: page <= 1 },
    { text: 'Previous', to: page - 1, isOff: page <= 1 },
    { text: 'Next', to: page + 1, isOff: page >= last },
    { text: 'Last', to: last, isOff: page >= last }
  ]
  const draw = ({ text, to, isOff }: (typeof steps)[number]) => (
    <button
      key={text}
      type="button"
      className="chip"
      aria-disabled={isOff}
      onClick={() => {
        if (!isOff) onPage(to)
      }}
    >
      {text}
    </button>
  )
  return (
    <nav className="pager" aria-label={label}>
      {steps.slice(0, 2).map(draw)}
      <span className="pager__place" aria-live="polite">
        Page {page} of {last}
      </span>
      {steps.slice(2).map(draw)}
    </nav>
  )
}
