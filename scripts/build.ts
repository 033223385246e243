// Builds scripts, styles and the page renderer in a new folder and compresses downloads; running servers keep their build.
// When: by hand, `npm run build`, and by `npm start` when the build is missing or stale.
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { bundlePrograms } from '../admin-api/platform/bundle.ts'
import { writeDurably } from '../admin-api/platform/files/durable-file.ts'
import { addBuildLock, removeEarlierBuilds } from '../admin-api/publishing/built-site.ts'
import { readOptions } from './command.ts'
import { hashOfService, hashOfSources } from './source-hash.ts'

const toBrotli = promisify(brotliCompress)
const compressible = /\.(?:js|css|svg|xml|txt|webmanifest)$/

readOptions({})
process.env['ASTRO_TELEMETRY_DISABLED'] = '1'
// Selects the React variant that the server loads. Astro reads the variable when it is imported.
process.env['NODE_ENV'] = 'production'
const { build } = await import('astro')

const buildDir = resolve(process.env['BUILD_DIR'] || 'dist')
// Names sort by age; the suffix separates simultaneous builds. With SOURCE_DATE_EPOCH, as in the image, the same sources
// have the same name, because pages and the service worker contain it.
const epoch = process.env['SOURCE_DATE_EPOCH']
const builtAt = epoch ? new Date(Number(epoch) * 1000) : new Date()
const suffix = epoch ? hashOfSources().slice(0, 8) : randomBytes(2).toString('hex')
const name = `${builtAt.toISOString().replaceAll(/\D/g, '')}-${suffix}`
const folder = join(buildDir, 'builds', name)
// Astro's random key encrypts properties of server islands, which the site doesn't have.
if (epoch) process.env['ASTRO_KEY'] = createHash('sha256').update(hashOfSources()).digest('base64')
await build({ logLevel: 'warn', outDir: folder })
// Elsewhere, native packages would not be found.
const isInProject = !relative('.', folder).startsWith('..')
const serviceDir = join(folder, 'service')
if (isInProject)
  await bundlePrograms(
    ['admin-api/open-service.ts', 'admin-api/server.ts', 'admin-api/collection/first-database.ts'],
    serviceDir
  )

// A source with a single character beyond Latin-1, such as a dash, takes two bytes a character in each of four threads.
for (const file of (await listFiles(folder)).filter((path) => path.endsWith('.mjs'))) {
  const program = await readFile(file, 'utf8')
  // After a backslash, an escape would mean something else.
  if (/\\[^\0-\xff]/.test(program)) continue
  await writeFile(
    file,
    program.replaceAll(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  )
}

// Runs on another core than the compression below.
const prepared = isInProject ? prepareFirstStart() : null

const clientDir = join(folder, 'client')
// Removes comments and inserts the name of the build, so that browsers install its worker.
const worker = join(clientDir, 'sw.js')
const source = await readFile(worker, 'utf8')
await writeFile(worker, source.replace("'BUILD'", `'${name}'`).replaceAll(/^ *\/\/.*\n/gm, ''))
const texts = (await listFiles(clientDir)).filter((file) => compressible.test(file))
await Promise.all(texts.map(async (file) => writeFile(`${file}.br`, await toBrotli(await readFile(file)))))
const files = (await listFiles(clientDir)).map((file) => relative(clientDir, file))
await addBuildLock(folder)
const service = isInProject ? hashOfService() : null
await writeFile(join(folder, 'build.json'), JSON.stringify({ id: hashOfSources(), service, files }))
await prepared

// Written last, so that an interrupted build is never current.
await writeDurably([{ file: join(buildDir, 'current'), bytes: Buffer.from(name) }])
await removeEarlierBuilds(buildDir, name)
console.log(`Built the renderer and ${files.length} files in ${relative('.', folder)}.`)

/**
 * Loads the modules of the first start to fill the compile cache, and prepares its database. The cache is never the same
 * twice, so that a reproducible build has none; its first start takes a second longer.
 */
async function prepareFirstStart(): Promise<void> {
  const modules = ['../server/entry.mjs', 'open-service.mjs', 'first-database.mjs']
  const program = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `const [renderer, service, first] = ${JSON.stringify(modules.map((file) => join(serviceDir, file)))}
      await import(renderer), await import(service)
      await (await import(first)).writeFirstDatabase()`
    ],
    {
      env: { ...process.env, ...(!epoch && { NODE_COMPILE_CACHE: join(buildDir, 'compiled') }) },
      stdio: ['ignore', 'ignore', 'inherit']
    }
  )
  await once(program, 'close')
}

async function listFiles(of: string): Promise<string[]> {
  const entries = await readdir(of, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
