import { pngOptions } from './png-options.ts'

/** @returns the PNG of a drawing. @throws when it is no SVG */
export async function drawPng(svg: string): Promise<Uint8Array> {
  // Loaded for the first picture, because all pages are drawn before.
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg)).png(pngOptions).toBuffer()
}
