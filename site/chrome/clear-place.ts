/** Edges in CSS pixels from the top left of the window. */
export type Box = { left: number; right: number; top: number; bottom: number }

const gap = 8

/**
 * Where a box covers no control: as far down as it usually stands, else as little above that as can be; at the right
 * where that is as good as the middle or the left. Where there is no such place it stays as it is.
 * @param usual the box where it usually stands, at the right
 * @param width of the window
 */
export function findClearPlace(usual: Box, controls: readonly Box[], width: number): Box {
  const size = usual.right - usual.left
  const lefts = [usual.left, (width - size) / 2, width - usual.right]
  const places = lefts.flatMap((left) => findLowest({ ...usual, left, right: left + size }, controls) ?? [])
  return (
    places.reduce<Box | null>((best, place) => (best && best.bottom >= place.bottom ? best : place), null) ??
    usual
  )
}

function findLowest(box: Box, controls: readonly Box[]): Box | null {
  const beside = controls.filter(({ left, right }) => left < box.right && right > box.left)
  const height = box.bottom - box.top
  const edges = [box.bottom, ...beside.map(({ top }) => top - gap)].filter(
    (bottom) => bottom <= box.bottom && bottom - height >= gap
  )
  const free = edges.filter((bottom) =>
    beside.every((one) => one.top >= bottom || one.bottom <= bottom - height)
  )
  if (free.length === 0) return null
  const bottom = Math.max(...free)
  return { ...box, top: bottom - height, bottom }
}
