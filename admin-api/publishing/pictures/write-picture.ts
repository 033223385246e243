import { readFile } from 'node:fs/promises'
import { writeDurably } from '../../platform/files/durable-file.ts'
import { hasMark, markOf, withMark } from './png-mark.ts'
import { pngOptions } from './png-options.ts'

/** Writes the PNG of a drawing, but only where the file was made from another one: drawing takes a tenth of a second. */
export async function writePicture(
  file: string,
  svg: string,
  draw: (svg: string) => Promise<Uint8Array>
): Promise<void> {
  const mark = markOf(JSON.stringify(pngOptions) + svg)
  const there = await readFile(file).catch(() => null)
  if (there !== null && hasMark(there, mark)) return
  await writeDurably([{ file, bytes: withMark(await draw(svg), mark) }])
}
