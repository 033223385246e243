import type { Import } from './read-imports.ts'

type Sources = ReadonlyMap<string, string>
type Imports = ReadonlyMap<string, readonly Import[]>

export function countLines(sources: Iterable<string>): number {
  return [...sources].reduce((sum, source) => sum + source.split('\n').length - 1, 0)
}

/** Words, numbers and signs of a text: a measure of size that line breaks don't change. */
export function countTokens(source: string): number {
  return source.match(/\w+|[^\s\w]/g)?.length ?? 0
}

/** Tokens of the files of each module, largest module first. `moduleOf` names the module of a file. */
export function countTokensByModule(
  sources: Sources,
  moduleOf: (file: string) => string
): ReadonlyMap<string, number> {
  const tokens = new Map<string, number>()
  for (const [file, source] of sources) {
    const module = moduleOf(file)
    tokens.set(module, (tokens.get(module) ?? 0) + countTokens(source))
  }
  return new Map([...tokens].sort(([, a], [, b]) => b - a))
}

/** Files over 300 lines, without migrations, which are never changed again. */
export function listLongFiles(sources: Sources): string[] {
  return [...sources]
    .filter(([file, source]) => countLines([source]) > 300 && !file.includes('/migrations/'))
    .map(([file]) => file)
}

/** Exported types that a reader has to derive from a function: 'Name: file'. */
export function listDerivedTypes(sources: Sources): string[] {
  const derived = /^export type (\w+)(?:<[^=]*>)? =\s*(?:\w+<)*ReturnType<\s*typeof/gm
  return [...sources].flatMap(([file, source]) =>
    [...source.matchAll(derived)].map(([, name = '']) => `${name}: ${file}`)
  )
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

/** Media queries at other widths than the four breakpoints of site/styles/layout.css and the 640 px of the history chart. */
export function listOtherBreakpoints(styles: Iterable<string>): string[] {
  const queries = [...styles].flatMap((source) => source.match(/@media[^{]*\d[^{]*/g) ?? [])
  return queries.filter((query) =>
    /[\d.]+(?!rem)[a-z]+|-width:|\b(?!(?:30|40|48|64|80)rem)[\d.]+rem/.test(query)
  )
}

function isRoute(file: string): boolean {
  return file.startsWith('site/pages/')
}

function isScript(file: string): boolean {
  return /\.tsx?$/.test(file)
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
