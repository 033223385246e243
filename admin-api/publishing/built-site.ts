import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RenderPage } from './publish-page.ts'

/**
 * What `npm run build` leaves: each build in a folder of its own, `builds/NAME` below the build folder, which is never
 * changed once `current` names it. A server keeps to the build it was started with, whatever is built meanwhile.
 */
export type BuiltSite = {
  name: string
  folder: string
  /** Where the static files lie until they are installed into the site. */
  clientDir: string
  /** Static files by their paths below clientDir, compressed siblings included. */
  files: readonly string[]
  /** Addresses of those that are pages: '/about'. */
  staticPaths: readonly string[]
}

/** @throws Error with one sentence when the site was not built. */
export async function readBuiltSite(buildDir: string): Promise<BuiltSite> {
  const name = await readFile(join(buildDir, 'current'), 'utf8').catch(() => null)
  if (name === null) throw new Error(`there is no built site in ${buildDir}; run npm run build.`)
  const folder = join(buildDir, 'builds', name)
  const { files }: { files: string[] } = JSON.parse(await readFile(join(folder, 'build.json'), 'utf8'))
  return {
    name,
    folder,
    clientDir: join(folder, 'client'),
    files,
    staticPaths: files.flatMap((file) => (file.endsWith('.html') ? `/${file.slice(0, -'.html'.length)}` : []))
  }
}

/** The compiled renderer of a build. It takes half a second to load. */
export async function loadRenderer(folder: string): Promise<RenderPage> {
  // React picks its variant when it is loaded, and the renderer was compiled for this one.
  process.env['NODE_ENV'] = 'production'
  const { render }: { render: RenderPage } = await import(
    pathToFileURL(join(folder, 'server', 'entry.mjs')).href
  )
  return render
}
