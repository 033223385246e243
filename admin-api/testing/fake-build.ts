import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { addBuildLock } from '../publishing/built-site.ts'

/**
 * Renders pages that hold their whole model and the name of the build, so that tests detect stale or torn pages.
 * Pictures are a single dot, because rendering them takes longer than everything else.
 */
function rendererOf(name: string): string {
  return `export const render = async (path, { site, page }) =>
  path.endsWith('.png') ? '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>' :
  '<html><head></head><body>' + JSON.stringify({ build: '${name}', path, url: site.url, page }) + '</body></html>'`
}

/** Writes a build like `npm run build`, with these static files; the server uses the newest one. */
export async function makeBuild(
  buildDir: string,
  name: string,
  files: Readonly<Record<string, string>> = { '404.html': 'Lost at sea' }
): Promise<void> {
  const folder = join(buildDir, 'builds', name)
  await mkdir(join(folder, 'server'), { recursive: true })
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, 'client', file)), { recursive: true })
    await writeFile(join(folder, 'client', file), content)
  }
  await writeFile(join(folder, 'server', 'entry.mjs'), rendererOf(name))
  await writeFile(join(folder, 'build.json'), JSON.stringify({ id: name, files: Object.keys(files) }))
  await addBuildLock(folder)
  await writeFile(join(buildDir, 'current'), name)
}
