import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { type Film, framesPerSecond } from './film.ts'
import { openStage } from './stage.ts'

/** Writes every frame of the loop into the folder as 0000.png and so on; returns how many. */
export async function recordFrames(browser: Browser, film: Film, folder: string): Promise<number> {
  const count = film.seconds * framesPerSecond
  const stage = await openStage(browser, film)
  for (let i = 0; i < count; i += 1) {
    await writeFile(join(folder, `${String(i).padStart(4, '0')}.png`), await stage.shoot(i / count))
  }
  await stage.close()
  return count
}
