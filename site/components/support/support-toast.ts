import { $toast, dismissToast, showToast } from '../../stores/toast.ts'
import { isSupportWelcome, supportPlan } from './support-plan.ts'

const askedForMs = 60_000
const uncalledMs = 30_000

/** The button asks for support and takes the request back; left alone, the request comes by itself at times. */
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
  const askUncalled = () => {
    if (!$toast.get()) ask(uncalledMs)
  }

  button.addEventListener('click', () => {
    if ($toast.get()?.id === lastId) dismissToast(lastId)
    else ask(askedForMs)
  })
  const { firstMs, everyMs } = supportPlan(innerWidth, Math.random())
  setTimeout(() => {
    askUncalled()
    setInterval(askUncalled, everyMs)
  }, firstMs)
}
