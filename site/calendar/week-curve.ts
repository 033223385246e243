/** In drawing units: a hundred per day, Monday to Friday. */
export const curveWidth = 500
export const curveHeight = 40
const top = 5
const bottom = 34

/**
 * Path of a smooth curve of the number of funds that pay per day.
 * @param counts one per day; `highest` is the maximum of all weeks, so that weeks are comparable
 */
export function weekCurve(counts: readonly number[], highest: number): string {
  const step = curveWidth / counts.length
  const levels = counts.map((count) => bottom - ((bottom - top) * count) / Math.max(1, highest))
  const turns = levels.map((level, i) => {
    const x = step * (i + 0.5)
    const middle = x - step / 2
    return i === 0
      ? `M0 ${round(level)}H${round(x)}`
      : `C${round(middle)} ${round(levels[i - 1] ?? level)} ${round(middle)} ${round(level)} ${round(x)} ${round(level)}`
  })
  return `${turns.join('')}H${curveWidth}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
