// What for: draws the loops of the home page's foot frame by frame in Chromium, packs them with ffmpeg into site/public/video/.
// When: by hand, `npm run render-films`, after a change in scripts/films/, in the art they use or in tokens.css. `-- NAME` for one.
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { chartedCourse } from './films/charted-course.ts'
import { budgets, encodeFilm, hasFfmpeg } from './films/encode.ts'
import type { Film } from './films/film.ts'
import { nightWatch } from './films/night-watch.ts'
import { openingChest } from './films/opening-chest.ts'
import { recordFrames } from './films/record.ts'
import { openBrowser } from './films/stage.ts'

const outDir = 'site/public/video'
const wanted = process.argv.slice(2)
const films = [nightWatch, openingChest, chartedCourse].filter(
  ({ name }) => wanted.length === 0 || wanted.includes(name)
)

if (!hasFfmpeg()) {
  console.error(
    'ffmpeg is missing; install it (apt-get install ffmpeg, brew install ffmpeg) and run this again.'
  )
  process.exit(1)
}
await mkdir(outDir, { recursive: true })
const browser = await openBrowser()
for (const film of films) await render(film)
await browser.close()

async function render(film: Film): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), `doubloon-${film.name}-`))
  try {
    const count = await recordFrames(browser, film, folder)
    console.log(`${film.name}: ${count} frames`)
    for (const file of await encodeFilm(film, folder, outDir)) await report(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function report(file: string): Promise<void> {
  const { size } = await stat(file)
  const budget = Object.entries(budgets).find(([suffix]) => suffix === extname(file))?.[1] ?? 0
  const isTooLarge = size > budget
  console.log(
    `  ${basename(file)}: ${(size / 1000).toFixed(0)} kB${isTooLarge ? `, over its ${budget / 1000} kB` : ''}`
  )
  if (isTooLarge) process.exitCode = 1
}
