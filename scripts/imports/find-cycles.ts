/**
 * Groups of files that reach each other by their imports, each group sorted; files in no circle are left out.
 * Tarjan's strongly connected components, SIAM J. Comput. 1 (1972).
 */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const cycles: string[][] = []

  function visit(file: string): number {
    const place = order.size
    order.set(file, place)
    lowest.set(file, place)
    open.push(file)
    const targets = graph.get(file) ?? []
    for (const target of targets) {
      if (!graph.has(target)) continue
      const reached = order.has(target) ? lowestOfOpen(target) : visit(target)
      lowest.set(file, Math.min(lowest.get(file) ?? place, reached))
    }
    const low = lowest.get(file) ?? place
    if (low === place) {
      const group = open.splice(open.indexOf(file))
      if (group.length > 1 || targets.includes(file)) cycles.push(group.sort())
    }
    return low
  }

  function lowestOfOpen(file: string): number {
    return open.includes(file) ? (order.get(file) ?? 0) : Number.POSITIVE_INFINITY
  }

  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return cycles.sort()
}
