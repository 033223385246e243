import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import ts from 'typescript'

export type Import = {
  /** A project path ('site/lib/call.ts'), 'npm:NAME', 'node:NAME' or 'virtual:NAME'. */
  target: string
  /** True for `import type`. */
  isTypeOnly: boolean
}

/** Files of the project whose path matches, new ones included. */
export function listFiles(pattern: RegExp): string[] {
  const names = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8'
  })
  // Git still lists a file whose deletion isn't committed.
  return names.split('\n').filter((file) => pattern.test(file) && !file.endsWith('.d.ts') && existsSync(file))
}

/** Reads the imports of a file, styles and images included. */
export function readImports(file: string): Import[] {
  const source = readFileSync(file, 'utf8')
  return importsIn(file, file.endsWith('.astro') ? scriptsOfAstro(source) : source)
}

export function importsIn(file: string, code: string): Import[] {
  const typeOnly = new Set([...code.matchAll(typeImport)].map((match) => match[1]))
  const valueToo = new Set([...code.matchAll(valueImport)].map((match) => match[1]))
  return ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => ({
    target: targetOf(file, fileName.replace(/\?.*$/, '')),
    isTypeOnly: typeOnly.has(fileName) && !valueToo.has(fileName)
  }))
}

const typeImport = /^(?:import|export)\s+type\s[^'"]*?from\s*['"]([^'"]+)['"]/gm
const valueImport = /^(?:import|export)\s+(?!type\s)[^'"]*?(?:from\s*)?['"]([^'"]+)['"]/gm

function targetOf(file: string, name: string): string {
  if (name.startsWith('.')) return posix.join(posix.dirname(file), name)
  if (name.startsWith('astro:') || name.startsWith('virtual:')) return `virtual:${name}`
  if (isBuiltin(name)) return name.startsWith('node:') ? name : `node:${name}`
  return `npm:${name}`
}

/** Frontmatter and script tags of an .astro file as one piece of TypeScript. */
export function scriptsOfAstro(source: string): string {
  const frontmatter = /^---\n([\s\S]*?)\n---/.exec(source)?.[1] ?? ''
  const scripts = [...source.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1])
  return [frontmatter, ...scripts].join('\n')
}
