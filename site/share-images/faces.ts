import displayFace from '@fontsource/almendra/files/almendra-latin-700-normal.woff2?inline'
import textFace from '@fontsource/source-sans-3/files/source-sans-3-latin-500-normal.woff2?inline'
import boldFace from '@fontsource/source-sans-3/files/source-sans-3-latin-700-normal.woff2?inline'
import { create, type Font } from 'fontkitten'

/*
 * The faces of the site as files that come with the program, because a machine may have no fonts at all. One file a
 * weight: fontkitten cannot take a weight out of a packed variable font.
 */
const files = { display: displayFace, bold: boldFace, text: textFace } as const
export type Face = keyof typeof files

const opened = new Map<Face, Font>()

/** Read when the first picture is drawn, then kept. */
export function openFace(face: Face): Font {
  const known = opened.get(face)
  if (known !== undefined) return known
  const font = create(Buffer.from(files[face].replace(/^.*?,/, ''), 'base64'))
  if (font.isCollection) throw new TypeError(`the face ${face} is a collection of fonts`)
  opened.set(face, font)
  return font
}
