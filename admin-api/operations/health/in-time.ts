/** What the work came to, or null when it took longer; a later failure is then ignored. */
export async function within<Value>(milliseconds: number, work: Promise<Value>): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined
  const timeUp = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, milliseconds, null)
  })
  try {
    return await Promise.race([work, timeUp])
  } finally {
    clearTimeout(timer)
  }
}

/** Whoever asks while the work is being done waits for the same. */
export function together<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | null = null
  return () => {
    running ??= work().finally(() => {
      running = null
    })
    return running
  }
}
