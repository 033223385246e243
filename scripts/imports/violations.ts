import {
  findModule,
  isCommand,
  isHarness,
  isTest,
  type Module,
  modules,
  scheduleRules,
  schedulers
} from '../import-rules.ts'
import type { Import } from './read-imports.ts'

/** Finds imports of a file that break the rules, one sentence each. */
export function findForbiddenImports(file: string, imports: readonly Import[]): string[] {
  if (isHarness(file) || isCommand(file)) return []
  const module = findModule(file)
  if (module === null) return [`${file} is in no module; add its folder to scripts/import-rules.ts`]
  return imports.flatMap((imported) => {
    const reason = findReason(file, module, imported)
    return reason === null ? [] : [`${file} imports ${imported.target}: ${reason}`]
  })
}

function findReason(file: string, module: Module, { target, isTypeOnly }: Import): string | null {
  if (isHarness(target) || isTest(target))
    return isTest(file) ? null : 'only tests and commands import tests and the test harness'
  if (/^(?:npm|node|virtual):/.test(target)) return isTest(file) ? null : findPackageReason(module, target)
  const other = findModule(target)
  if (other === null || isCommand(target)) return 'it is in no module'
  if (modules.indexOf(other) > modules.indexOf(module))
    return `${module.path} comes before ${other.path} in scripts/import-rules.ts (${other.why})`
  // Types are erased: the site takes those of page models from the loaders that produce them.
  if (isServerOnly(other) && module.runsInBrowser && !isTypeOnly && !isTest(file))
    return `${other.path} does not run in browsers`
  if (scheduleRules.test(target) && !schedulers.includes(module.path))
    return 'read the list of admin-api/estimates/coming-payments.ts'
  return null
}

function findPackageReason({ path, packages, why }: Module, target: string): string | null {
  const isListed = packages?.some((name) =>
    name.endsWith('*')
      ? target.startsWith(name.slice(0, -1))
      : target === name || target.startsWith(`${name}/`)
  )
  return isListed === false
    ? `${path} may import only these packages: ${packages?.join(', ') || 'none'} (${why})`
    : null
}

function isServerOnly({ path, shared }: Module): boolean {
  return !path.startsWith('site/') && shared !== true
}

/**
 * Finds import cycles as sorted groups of files that reach each other.
 * Tarjan's strongly connected components, SIAM J. Comput. 1 (1972).
 */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const cycles: string[][] = []

  function visit(file: string): number {
    const index = order.size
    order.set(file, index)
    lowest.set(file, index)
    open.push(file)
    const targets = graph.get(file) ?? []
    for (const target of targets) {
      if (!graph.has(target)) continue
      const reached = order.has(target) ? lowestOfOpen(target) : visit(target)
      lowest.set(file, Math.min(lowest.get(file) ?? index, reached))
    }
    const low = lowest.get(file) ?? index
    if (low === index) {
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
