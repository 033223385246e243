import { basename, dirname, relative } from 'node:path'

/** Threads of the service: each is a separate file in a bundle, next to the programs that start them. */
export const threads: readonly string[] = ['admin-api/render-worker.ts', 'admin-api/back-office-worker.ts']
/** Native code, and packages that start threads from files next to their own. */
const external = /^(?:better-sqlite3|sharp|pino)$/

/**
 * Bundles programs of the service with its packages into a few files, because loading 1,500 modules takes a second of
 * processor time and 35 MB in the server, and half of that in each of its threads.
 * @param programs paths from the project's folder; `admin-api/server.ts` becomes server.mjs
 * @param folder inside of the project, where native packages are found
 */
export async function bundlePrograms(programs: readonly string[], folder: string): Promise<void> {
  // Only builds and tests need it.
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    input: Object.fromEntries([...programs, ...threads].map((path) => [basename(path, '.ts'), path])),
    platform: 'node',
    external,
    plugins: [rewriteModuleUrls(folder)]
  })
  await bundle.write({ dir: folder, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' })
  await bundle.close()
}

/** Rewrites paths from import.meta: threads and databases are next to the bundle, other files where they were. */
function rewriteModuleUrls(folder: string) {
  return {
    name: 'rewrite-module-urls',
    transform: (code: string, id: string) => {
      if (id.startsWith('\0') || id.includes('node_modules') || !code.includes('import.meta.')) return null
      const [file, parent] = [id, dirname(id)].map((path) => JSON.stringify(`/${relative(folder, path)}`))
      return code.replaceAll(
        /new URL\('\.\/(?:[\w-]+\/)*([\w-]+)\.(ts|sqlite)', import\.meta\.url\)|import\.meta\.(?:url|dirname)/g,
        (found, name?: string, type?: string) => {
          if (name !== undefined)
            return `new URL('./${name}.${type === 'ts' ? 'mjs' : type}', import.meta.url)`
          if (found === 'import.meta.dirname') return `(import.meta.dirname + ${parent})`
          return `new URL('.' + ${file}, import.meta.url).href`
        }
      )
    }
  }
}
