import { readFile } from 'node:fs/promises'
import { type Browser, chromium } from '@playwright/test'
import { chromiumArgs, findChromium } from '../../e2e/chromium.ts'
import { type Film, frame } from './film.ts'

const lettering = 'node_modules/@fontsource/pirata-one/files/pirata-one-latin-400-normal.woff2'

/** @throws Error with one sentence when there is no Chromium. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('there is no Chromium; install one or set CHROMIUM_PATH.')
  return chromium.launch({ executablePath, args: chromiumArgs })
}

export type Stage = { shoot: (phase: number) => Promise<Buffer>; close: () => Promise<void> }

/** A page of the film's size in the site's colours; shoots one frame after the other as PNG. */
export async function openStage(browser: Browser, film: Film): Promise<Stage> {
  const page = await browser.newPage({ viewport: frame })
  const tokens = await readFile('site/styles/tokens.css', 'utf8')
  const font = (await readFile(lettering)).toString('base64')
  await page.setContent(`<!doctype html><html data-theme="${film.theme}"><style>${tokens}
@font-face { font-family: 'Pirata One'; src: url(data:font/woff2;base64,${font}) }
body { margin: 0; font-family: 'Pirata One' } svg { display: block }</style>
<svg viewBox="0 0 ${frame.width} ${frame.height}" width="${frame.width}" height="${frame.height}" fill="none"></svg>`)
  await page.evaluate(() => document.fonts.load("16px 'Pirata One'"))
  return {
    shoot: async (phase) => {
      await page.evaluate((drawing) => {
        const svg = document.querySelector('svg')
        if (svg !== null) svg.innerHTML = drawing
      }, film.draw(phase))
      return page.screenshot({ type: 'png' })
    },
    close: () => page.close()
  }
}
