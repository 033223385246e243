// What for: builds the static pages and the page renderer into dist/, and compresses what browsers download.
// When: by hand, and by `npm start` when dist/ is missing or older than the sources.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'astro'
import { hashOfSources } from './source-hash.ts'

const compressible = /\.(?:html|js|css|svg|xml|txt|webmanifest)$/

process.env['ASTRO_TELEMETRY_DISABLED'] = '1'
await rm('dist', { recursive: true, force: true })
await build({ logLevel: 'warn' })

const files = (await readdir('dist/client', { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
for (const file of files.filter((name) => compressible.test(name))) {
  const bytes = await readFile(file)
  await writeFile(`${file}.br`, brotliCompressSync(bytes))
  await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}

// Written last: a build that was cut off has no stamp and is made again.
const staticPages = files
  .map((file) => relative('dist/client', file))
  .filter((file) => /\.(?:html|xml)$/.test(file))
await writeFile('dist/server/build.json', JSON.stringify({ id: await hashOfSources(), staticPages }))
console.log(`Built the site: ${files.length} files in dist/client.`)
