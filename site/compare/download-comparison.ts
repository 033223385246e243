import { saveFile } from '../lib/save-file.ts'
import { arrange } from './arrange.ts'
import type { Choice } from './choice.ts'
import { daysCsv, figuresCsv } from './comparison-csv.ts'
import { drawPicture } from './picture.ts'

type Shown = { choice: Choice; usual: Choice; drawing: HTMLElement | null }

/**
 * Saves the comparison as a file: table or days as CSV, or the chart as an image.
 * @throws if the data can't be loaded or the chart can't be drawn
 */
export async function downloadComparison(
  what: 'figures' | 'days' | 'picture',
  { choice, usual, drawing }: Shown
): Promise<void> {
  const name = `${choice.symbols.join('-').toLowerCase()}${choice.from === null ? '' : `-since-${choice.from}`}`
  if (what === 'picture') {
    if (drawing === null) throw new TypeError('there is no chart on the page')
    saveFile(await drawPicture(drawing), `${name}.png`)
    return
  }
  const arranged = await arrange({ choice, remarks: [] }, usual)
  if (!arranged.ok) throw new Error(arranged.message)
  const csv = what === 'figures' ? figuresCsv(arranged.comparison) : daysCsv(arranged.comparison)
  saveFile(new Blob([csv], { type: 'text/csv' }), `${name}-${what}.csv`)
}
