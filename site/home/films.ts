/** The loops at the home page's foot, art in public/video; the first stands there without JavaScript. */
export const films = [
  { name: 'night-watch', title: 'The night watch' },
  { name: 'opening-chest', title: 'What lies below' },
  { name: 'charted-course', title: 'The charted course' }
] as const

export type ShownFilm = (typeof films)[number]

export function posterOf({ name }: ShownFilm): string {
  return `/video/${name}.webp`
}

/** In the order the browser should try them. */
export function sourcesOf({ name }: ShownFilm): { src: string; type: string }[] {
  return [
    { src: `/video/${name}.webm`, type: 'video/webm; codecs="vp9"' },
    { src: `/video/${name}.mp4`, type: 'video/mp4; codecs="avc1.64001f"' }
  ]
}
