import { paragraph } from './paragraph.ts'
import type { WantedEstimate } from './verify-estimate.ts'

/** Checks an estimate in the signed record and shows the outcome in `result`. The checks load with the first call. */
export async function showCheck(result: HTMLElement, wanted: WantedEstimate): Promise<void> {
  result.replaceChildren(paragraph('Checking …'))
  const verifying = import('./verify-estimate.ts').then(({ verifyEstimate }) => verifyEstimate(wanted))
  result.replaceChildren(...(await verifying.catch(describeFailure)))
}

function describeFailure(error: unknown): HTMLElement[] {
  const text =
    error instanceof RangeError
      ? error.message
      : 'The files couldn’t be loaded. Check your connection and try again.'
  return [paragraph(text, 'negative strong')]
}
