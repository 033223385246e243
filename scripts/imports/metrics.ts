import type { Import } from './read-imports.ts'

type Sources = ReadonlyMap<string, string>
type Imports = ReadonlyMap<string, readonly Import[]>

export function countLines(sources: Iterable<string>): number {
  return [...sources].reduce((sum, source) => sum + source.split('\n').length - 1, 0)
}

/** Files under 25 lines. Routes are left out: Astro requires a file for each page. */
export function listSmallFiles(sources: Sources): string[] {
  return filesUnder(25, sources).filter((file) => !isRoute(file))
}

/** Scripts under 60 lines that only one other file imports. */
export function listFilesOfOneImporter(sources: Sources, imports: Imports): string[] {
  const targets = [...imports.values()].flatMap((all) => [...new Set(all.map(({ target }) => target))])
  const importers = Map.groupBy(targets, (target) => target)
  return filesUnder(60, sources).filter((file) => isScript(file) && importers.get(file)?.length === 1)
}

/** Import cycles, also of types: 'a.ts > b.ts > a.ts'. Of cycles that share files, at least one. */
export function listImportCycles(imports: Imports): string[] {
  const cycles: string[] = []
  const visited = new Set<string>()
  const visit = (file: string, path: readonly string[]) => {
    const start = path.indexOf(file)
    if (start >= 0) cycles.push([...path.slice(start), file].join(' > '))
    if (start >= 0 || visited.has(file)) return
    for (const { target } of imports.get(file) ?? []) visit(target, [...path, file])
    visited.add(file)
  }
  for (const file of imports.keys()) visit(file, [])
  return cycles
}

/** Exported types that several files declare: 'Name: file, file'. */
export function listDuplicateTypes(sources: Sources): string[] {
  return listDuplicates(sources, /^export (?:type|interface|(?:abstract )?class|enum) (\w+)/gm)
}

/** Exported functions that several files declare: 'name: file, file'. Routes all export the name of their method. */
export function listDuplicateFunctions(sources: Sources): string[] {
  const scripts = [...sources].filter(([file]) => isScript(file) && !isRoute(file))
  return listDuplicates(new Map(scripts), /^export (?:async )?function\*? (\w+)/gm)
}

/** Class names in the selectors of style sheets. */
export function listClassNames(styles: Iterable<string>): string[] {
  const names = [...styles].flatMap((source) => {
    const selectors = source.replace(/\/\*[\s\S]*?\*\//g, '').match(/[^{};]+(?=\{)/g) ?? []
    return selectors.join().match(/\.[a-z][\w-]*/gi) ?? []
  })
  return [...new Set(names)]
}

/** Media queries at other widths than the four breakpoints of site/styles/layout.css. */
export function listOtherBreakpoints(styles: Iterable<string>): string[] {
  const queries = [...styles].flatMap((source) => source.match(/@media[^{]*\d[^{]*/g) ?? [])
  return queries.filter((query) =>
    /[\d.]+(?!rem)[a-z]+|-width:|\b(?!(?:30|48|64|80)rem)[\d.]+rem/.test(query)
  )
}

function isRoute(file: string): boolean {
  return file.startsWith('site/pages/')
}

function isScript(file: string): boolean {
  return /\.tsx?$/.test(file)
}

function filesUnder(lines: number, sources: Sources): string[] {
  return [...sources].filter(([, source]) => countLines([source]) < lines).map(([file]) => file)
}

function listDuplicates(sources: Sources, declaration: RegExp): string[] {
  const declarations = [...sources].flatMap(([file, source]) =>
    [...source.matchAll(declaration)].map(([, name = '']) => ({ name, file }))
  )
  return [...Map.groupBy(declarations, ({ name }) => name)]
    .filter(([, repeated]) => repeated.length > 1)
    .map(([name, repeated]) => `${name}: ${repeated.map(({ file }) => file).join(', ')}`)
    .sort()
}
