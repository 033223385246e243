import { setTimeout } from 'node:timers/promises'

/** The server answers before all pages are drawn; what is measured must not compete with that. */
export async function waitUntilPublished(origin: string): Promise<void> {
  for (let waiting = 1; waiting > 0; await setTimeout(50)) {
    const health: { pages_waiting: number } = await (await fetch(`${origin}/api/health`)).json()
    waiting = health.pages_waiting
  }
}
