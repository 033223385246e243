/** Asks again for what a store holds; ends when the answer is in, good or bad. */
type Refetch = () => Promise<void>

const refetches = new Set<Refetch>()

/** Every store that fetches names its way of asking again once, when its module loads. */
export function registerQuery(refetch: Refetch): void {
  refetches.add(refetch)
}

/** Asks for all data anew: what a visitor means by trying again after a crash. */
export async function refetchQueries(): Promise<void> {
  await Promise.allSettled([...refetches].map((refetch) => refetch()))
}
