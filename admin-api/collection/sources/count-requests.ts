import { Counter, type Registry } from 'prom-client'

/** `refused`: 429; `failed`: an error of the source; `unreachable`: no answer at all, or none in time. */
type Outcome = 'answered' | 'refused' | 'failed' | 'unreachable'

/** @returns makes a fetch for a source that counts its requests by their outcome. */
export function createCountingFetch(registry: Registry): (source: string) => typeof fetch {
  const requests = new Counter({
    name: 'doubloon_source_requests_total',
    help: 'Requests to the sources of figures, by what came of them.',
    labelNames: ['source', 'outcome'],
    registers: [registry]
  })
  return (source) => async (input, init) => {
    const count = (outcome: Outcome) => requests.inc({ source, outcome })
    try {
      const response = await fetch(input, init)
      count(outcomeOf(response.status))
      return response
    } catch (error) {
      count('unreachable')
      throw error
    }
  }
}

function outcomeOf(status: number): Outcome {
  if (status === 429) return 'refused'
  return status >= 500 ? 'failed' : 'answered'
}
