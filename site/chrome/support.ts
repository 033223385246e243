import { $toast, dismissToast, showToast } from '../ui/toast.ts'

/** A narrower screen counts as a phone. */
const desktopFromPx = 768

/** The support toast appears by itself after `firstMs`, then every `everyMs`. */
export type SupportPlan = { firstMs: number; everyMs: number }

/** @param chance a random number from 0 to 1 that spreads the first toast on wide screens over half a minute */
export function supportPlan(widthPx: number, chance: number): SupportPlan {
  if (widthPx < desktopFromPx) return { firstMs: 150_000, everyMs: 300_000 }
  return { firstMs: 60_000 + Math.round(chance * 30_000), everyMs: 210_000 }
}

/** Whether a page may show the request for support: not About, the blog and the admin pages. */
export function isSupportWelcome(path: string): boolean {
  return !/^\/(?:admin|admin-blog|about|blog)\/?$|^\/(?:admin|blog)\//.test(path)
}

const requestedForMs = 60_000
const unaskedMs = 30_000

/** Lets the button toggle the request for support, which also appears by itself at times. */
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
        'Doubloon is free. If our estimates for YieldMax, Roundhill Investments and Defiance funds help you, buy the crew a coffee.',
      link: { href, text: 'Buy the crew a coffee' },
      durationMs
    })
  }
  const offerSupport = () => {
    if (!$toast.get()) ask(unaskedMs)
  }

  button.addEventListener('click', () => {
    if ($toast.get()?.id === lastId) dismissToast(lastId)
    else ask(requestedForMs)
  })
  const { firstMs, everyMs } = supportPlan(innerWidth, Math.random())
  setTimeout(() => {
    offerSupport()
    setInterval(offerSupport, everyMs)
  }, firstMs)
}
