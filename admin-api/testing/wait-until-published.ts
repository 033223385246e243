import { setTimeout } from 'node:timers/promises'

/** Stays within the rate limit for one address. */
const pauseMs = 250

/** Waits until all pages are rendered: the server is ready earlier, but rendering would slow down what is measured. */
export async function waitUntilPublished(origin: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${origin}/api/health`)
    const health: { pages_waiting: number | null } | null = answer.ok ? await answer.json() : null
    if (health?.pages_waiting === 0) return
    await setTimeout(pauseMs)
  }
}
