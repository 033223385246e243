import { dec, frame } from './film.ts'

export type Row = {
  y: number
  /** Width and height of one scallop. */
  span: number
  height: number
  /** Drawn and left out by turns, in scallops; comes round every `beat` scallops, which a loop moves on by. */
  dash: readonly number[]
  beat: number
  /** In scallops. */
  shift?: number
}

/** A row of engraved scallops as wide as the frame; `heave` lifts it. */
export function crest({ y, span, height, beat, shift = 0 }: Row, phase: number, heave = 0): string {
  const start = ((phase + shift / beat) % 1) * beat * span - beat * span
  const count = Math.ceil((frame.width - start) / span)
  const scallop = `q${dec(span / 2)} ${dec(-height * 2)} ${span} 0`
  return `M${dec(start)} ${dec(y + heave)}${scallop.repeat(count)}`
}

/** The dashes travel with the scallops: they are measured in them. */
export function dashes(row: Row, phase: number): string {
  const start = ((phase + (row.shift ?? 0) / row.beat) % 1) * row.beat * row.span - row.beat * row.span
  const count = Math.ceil((frame.width - start) / row.span)
  return `pathLength="${count * 100}" stroke-dasharray="${row.dash.map((share) => dec(share * 100)).join(' ')}"`
}
