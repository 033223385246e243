export type KeptAnswer<Answer> = { read: () => Promise<Answer>; forget: () => void }

/**
 * Reads an answer and keeps it, whoever asks, for as long as `readStamp` returns the same: the number of changes to what
 * it is made from, or the time slot we are in. The stamp is read before the answer, so that one read while a change was
 * on its way is read once more instead of being kept too long.
 */
export function createKeptAnswer<Answer>(
  read: () => Promise<Answer>,
  readStamp: () => number | Promise<number>
): KeptAnswer<Answer> {
  let kept: { answer: Promise<Answer>; stamp: number } | null = null

  async function readAndKeep(): Promise<Answer> {
    const stamp = await readStamp()
    if (kept?.stamp === stamp) return kept.answer
    const fresh = { answer: read(), stamp }
    kept = fresh
    try {
      return await fresh.answer
    } catch (error) {
      if (kept === fresh) kept = null
      throw error
    }
  }

  return { read: readAndKeep, forget: () => (kept = null) }
}

/** A stamp that changes every so often; a clock that is set back or ahead does not move it. */
export function timeSlots(
  seconds: number,
  monotonicNow: () => number = () => performance.now()
): () => number {
  return () => Math.floor(monotonicNow() / (seconds * 1000))
}
