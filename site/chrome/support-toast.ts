import { $toast, dismissToast, showToast } from '../ui/toast.ts'
import { isSupportWelcome, supportPlan } from './support-plan.ts'

const askedForMs = 60_000
const unaskedMs = 30_000

/** The button shows and hides the request for support; without a click it appears by itself at times. */
export function startSupport(): void {
  const button = document.querySelector<HTMLElement>('[data-support-url]')
  if (!button || !isSupportWelcome(location.pathname)) return
  const href = button.dataset['supportUrl'] ?? ''
  let lastId = 0

  const ask = (durationMs: number) => {
    lastId = showToast({
      kind: 'info',
      title: 'Keep the ship afloat',
      message:
        'Doubloon is free. If our charts of YieldMax, Roundhill Investments and Defiance funds serve you well, stand the crew a coffee.',
      link: { href, text: 'Buy the crew a coffee' },
      durationMs
    })
  }
  const askUnasked = () => {
    if (!$toast.get()) ask(unaskedMs)
  }

  button.addEventListener('click', () => {
    if ($toast.get()?.id === lastId) dismissToast(lastId)
    else ask(askedForMs)
  })
  const { firstMs, everyMs } = supportPlan(innerWidth, Math.random())
  setTimeout(() => {
    askUnasked()
    setInterval(askUnasked, everyMs)
  }, firstMs)
}
