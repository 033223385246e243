import { setTimeout } from 'node:timers/promises'

/** As often as the limit of calls to one address lets it be asked. */
const pauseMs = 250

/** The server answers before all pages are drawn; what is measured must not compete with that. */
export async function waitUntilPublished(origin: string): Promise<void> {
  for (let waiting = 1; waiting > 0; await setTimeout(pauseMs)) {
    const answer = await fetch(`${origin}/api/health`)
    if (!answer.ok) continue
    const health: { pages_waiting: number | null } = await answer.json()
    waiting = health.pages_waiting ?? waiting
  }
}
