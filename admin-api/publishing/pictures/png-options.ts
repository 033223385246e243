import type { PngOptions } from 'sharp'

/** Our drawings have few colours: a palette without dithering halves the file, and nothing is seen of it. */
export const pngOptions = { palette: true, colours: 128, dither: 0 } as const satisfies PngOptions
