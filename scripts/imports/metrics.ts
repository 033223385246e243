import { findModule } from '../import-rules.ts'
import type { Import } from './read-imports.ts'

/** Modules that every other module uses, so that importing them says nothing about cohesion. */
const foundations: readonly string[] = ['admin-api/contract', 'admin-api/platform', 'site/lib', 'site/ui']

/** Files under 25 lines. Routes are left out: Astro requires a file for each page. */
export function listSmallFiles(sources: ReadonlyMap<string, string>): string[] {
  return [...sources]
    .filter(([file, source]) => !file.startsWith('site/pages/') && source.split('\n').length <= 25)
    .map(([file]) => file)
}

/** Exported type names that several files declare, with those files. */
export function findDuplicateTypes(sources: ReadonlyMap<string, string>): Map<string, string[]> {
  const declared = [...sources].flatMap(([file, source]) =>
    [...source.matchAll(/^export (?:type|interface|(?:abstract )?class|enum) (\w+)/gm)].map(
      ([, name = '']) => ({ name, file })
    )
  )
  const byName = Map.groupBy(declared, ({ name }) => name)
  return new Map(
    [...byName]
      .filter(([, places]) => places.length > 1)
      .map(([name, places]): [string, string[]] => [name, places.map(({ file }) => file)])
      .sort(([a], [b]) => (a < b ? -1 : 1))
  )
}

/** Fraction of imports that stay inside their module; imports of a foundation by other modules don't count. */
export function shareInside(imports: ReadonlyMap<string, readonly Import[]>): number {
  const pairs = [...imports].flatMap(([file, all]) =>
    all.map(({ target }) => [findModule(file)?.path, findModule(target)?.path])
  )
  const inside = pairs.filter(([from, to]) => from !== undefined && from === to).length
  const crossing = pairs.filter(
    ([from, to]) => from !== undefined && to !== undefined && from !== to && !foundations.includes(to)
  ).length
  return inside / (inside + crossing)
}
