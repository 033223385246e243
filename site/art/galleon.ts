type Sail = { x: number; top: number; foot: number; head: number; width: number }

/** Square sails, fore to mizzen, each from its yard to its foot, in the drawing's units. */
export const sails: Sail[] = [
  { x: 104, top: 136, foot: 206, head: 40, width: 47 },
  { x: 105, top: 82, foot: 131, head: 32, width: 40 },
  { x: 106, top: 46, foot: 78, head: 23, width: 31 },
  { x: 192, top: 124, foot: 208, head: 48, width: 56 },
  { x: 193, top: 62, foot: 118, head: 38, width: 48 },
  { x: 194, top: 20, foot: 57, head: 26, width: 36 },
  { x: 276, top: 108, foot: 150, head: 28, width: 36 },
  { x: 277, top: 68, foot: 103, head: 21, width: 28 }
]

/** The wind comes from astern, on the right: the left leech bellies out, the foot curves up. */
export function outline({ x, top, foot, head, width }: Sail, belly = 1): string {
  const middle = (top + foot) / 2
  const leech = (x - width - 22 * belly).toFixed(1)
  const rise = (foot - 15 * belly).toFixed(1)
  return (
    `M${x + head} ${top}Q${x + head - 12} ${middle} ${x + width - 6} ${foot}` +
    `Q${x - 10} ${rise} ${x - width} ${foot + 3}Q${leech} ${middle} ${x - head} ${top + 2}Z`
  )
}

/** The shadow along the right edge. */
export function shade({ x, top, foot, head, width }: Sail): string {
  const middle = (top + foot) / 2
  return (
    `M${x + head} ${top}Q${x + head - 12} ${middle} ${x + width - 6} ${foot}` +
    `Q${x + width * 0.55} ${foot - 7} ${x + width * 0.4} ${foot - 8}Q${x + head * 0.05} ${middle} ${x + head * 0.5} ${top}Z`
  )
}

/** The seams between the cloths, cut as fine lines. */
export function seams({ x, top, foot, head, width }: Sail, belly = 1): string {
  const middle = (top + foot) / 2
  return [-0.62, -0.3, 0.02, 0.34, 0.66]
    .map((share) => {
      const bend = x + share * width - (15 - 6 * share) * belly
      return `M${(x + share * head).toFixed(0)} ${top + 1}Q${bend.toFixed(1)} ${middle} ${(x + share * width - 2).toFixed(0)} ${(foot - 11 + 9 * share * share).toFixed(0)}`
    })
    .join('')
}
