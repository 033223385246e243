import tokens from '../styles/tokens.css?raw'

/** What is declared for paper stands last, and is not meant. */
const declared = new Map(
  [...tokens.matchAll(/(--[\w-]+):\s*([^;]+);/g)]
    .map(([, name, value]) => [name, value] as const)
    .toReversed()
)

/** Writes out the colour tokens of a drawing as they are by day: what turns it into pixels reads no style sheet. */
export function withDayColours(svg: string): string {
  return svg.replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) => colourOf(name))
}

function colourOf(name: string): string {
  const value = declared.get(name)
  if (value === undefined) throw new RangeError(`tokens.css has no ${name}`)
  const byDay = /^light-dark\((.+), [^,]+\)$/.exec(value)?.[1] ?? value
  return withDayColours(byDay)
}
