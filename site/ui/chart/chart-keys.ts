/** The position that a key leads to from another one or from none; undefined for other keys, null to leave. */
export function positionAfter(
  key: string,
  position: number | null,
  count: number
): number | null | undefined {
  if (count === 0) return undefined
  switch (key) {
    case 'ArrowRight':
      return position === null ? 0 : Math.min(count - 1, position + 1)
    case 'ArrowLeft':
      return position === null ? count - 1 : Math.max(0, position - 1)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    case 'Escape':
      return position === null ? undefined : null
    default:
      return undefined
  }
}
