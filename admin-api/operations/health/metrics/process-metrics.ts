import { collectDefaultMetrics, Registry } from 'prom-client'

let ofProcess: Registry | null = null

/** Memory, processor, files and the delay of the event loop: measured once for all services of a process. */
export function findProcessMetrics(): Registry {
  if (ofProcess === null) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}
