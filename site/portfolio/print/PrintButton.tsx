import { Button } from '../../ui/Button.tsx'
import './print.css'

/** Prints only the card that the button is in. */
export function PrintButton({ name }: { name: string }) {
  return (
    <Button
      variant="quiet"
      aria-label={`Print ${name}`}
      onClick={({ currentTarget }) => printCard(currentTarget)}
    >
      Print
    </Button>
  )
}

function printCard(button: HTMLElement): void {
  const card = button.closest('section')
  if (card === null) return
  card.dataset['printed'] = ''
  document.documentElement.dataset['print'] = 'card'
  const cleanUp = () => {
    delete card.dataset['printed']
    delete document.documentElement.dataset['print']
  }
  // Some browsers keep running scripts while their print dialog is open.
  window.addEventListener('afterprint', cleanUp, { once: true })
  window.print()
}
