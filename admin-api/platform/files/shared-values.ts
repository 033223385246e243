export type SharedValues<Value> = {
  /**
   * Returns the value that others use at this time, or loads it. Each call needs a `release`, which says whether the value
   * was dropped.
   */
  take: (key: string, load: () => Value) => { value: Value; release: () => boolean }
}

/** Values that everyone who needs one at the same time shares; one is dropped as soon as nobody uses it. */
export function createSharedValues<Value>(): SharedValues<Value> {
  const shared = new Map<string, { value: Value; users: number }>()
  return {
    take: (key, load) => {
      const entry = shared.get(key) ?? { value: load(), users: 0 }
      entry.users += 1
      shared.set(key, entry)
      return {
        value: entry.value,
        release: () => {
          entry.users -= 1
          return entry.users === 0 && shared.delete(key)
        }
      }
    }
  }
}
