import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { ApiError } from './errors.ts'

type FairQueueOptions = {
  /** Work of all groups that starts in a second; the rest waits. */
  perSecond: number
  /** Work that may wait. Beyond it, the group with the most waiting work loses its newest. */
  maxWaiting: number
  /** Refusal of work that lost its place. */
  message: string
}

type Waiting = { start: () => void; refuse: (error: ApiError) => void }

/**
 * Limits how often work of all callers starts, one at a time, and takes groups of callers in turn: a flood waits for
 * itself, and others wait for one of its calls at most.
 */
export function createFairQueue({ perSecond, maxWaiting, message }: FairQueueOptions) {
  const pauseMs = 1000 / perSecond
  const retryAfterSeconds = Math.ceil(maxWaiting / perSecond)
  /** Groups in the order of their next turn. */
  const groups = new Map<string, Waiting[]>()
  let waiting = 0
  let isRunning = false

  function makeRoom(): void {
    const largest = [...groups].reduce((a, b) => (b[1].length > a[1].length ? b : a))
    const [name, queue] = largest
    queue.pop()?.refuse(new ApiError('unavailable', message, retryAfterSeconds))
    if (queue.length === 0) groups.delete(name)
    waiting -= 1
  }

  /** Takes the first group's oldest work and moves the group to the end. */
  function takeNext(): Waiting | undefined {
    const [first] = groups
    if (first === undefined) return undefined
    const [name, queue] = first
    const next = queue.shift()
    groups.delete(name)
    if (queue.length > 0) groups.set(name, queue)
    waiting -= 1
    return next
  }

  async function runTurns(): Promise<void> {
    if (isRunning) return
    isRunning = true
    for (let next = takeNext(); next !== undefined; next = takeNext()) {
      const began = performance.now()
      next.start()
      await setTimeout(Math.max(0, pauseMs - (performance.now() - began)))
    }
    isRunning = false
  }

  /** Resolves when it is the turn of this call. @throws ApiError unavailable if its group floods the queue */
  return (group: string): Promise<void> =>
    new Promise((start, refuse) => {
      const queue = groups.get(group) ?? []
      groups.set(group, queue)
      queue.push({ start, refuse })
      waiting += 1
      if (waiting > maxWaiting) makeRoom()
      void runTurns()
    })
}
