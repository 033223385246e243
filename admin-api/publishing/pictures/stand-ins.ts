import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { generalPicture } from '../../contract/pictures.ts'

/**
 * Puts the site's own picture in the place of those that are not drawn yet, because pages name them before. It has no
 * mark, so each is drawn when its turn comes. A power cut may lose one; it waits to be drawn and comes back.
 */
export async function putStandIns(siteDir: string, files: readonly string[]): Promise<void> {
  const general = join(siteDir, generalPicture)
  if (!existsSync(general)) return
  for (const file of files) {
    if (existsSync(file)) continue
    await mkdir(dirname(file), { recursive: true })
    await copyFile(general, `${file}.writing`)
    await rename(`${file}.writing`, file)
  }
}
