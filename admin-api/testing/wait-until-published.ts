import { setTimeout } from 'node:timers/promises'

/** As often as the limit of calls to one address lets it be asked. */
const pauseMs = 250

/** The server answers before all pages are rendered, which would compete with what is measured. */
export async function waitUntilPublished(origin: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${origin}/api/health`)
    const health: { pages_waiting: number | null } | null = answer.ok ? await answer.json() : null
    if (health?.pages_waiting === 0) return
    await setTimeout(pauseMs)
  }
}
