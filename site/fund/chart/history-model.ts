import { formatError } from '../../accuracy/format-accuracy.ts'
import { formatDay, formatDividend, formatShare } from '../../lib/format.ts'
import type {
  BarLook,
  ChartFigure,
  ChartModel,
  ChartPosition,
  ColorToken
} from '../../ui/chart/chart-model.ts'
import { type ChartPoint, type ChartSlot, drawnRange, isMissed, slotsOf, ticksUpTo } from './chart-points.ts'
import { axisMoney, barShareOf, dayLabels, turnLabel } from './history-drawing.ts'

/** The history chart: payments, their trend as a share of the highest, our ranges, and the average. */
export function historyModel(points: readonly ChartPoint[], average: number): ChartModel {
  const slots = slotsOf(points)
  const highest = Math.max(0, ...points.map(({ amount }) => amount))
  const labels = dayLabels(slots)
  const turn = points.findLast((point) => point.turn !== undefined)?.turn
  const lastTurn = slots.findLastIndex(({ isTurn, point }) => isTurn && point.turn !== undefined)
  const lookOf = (slot: number): BarLook | undefined => {
    if (slot === slots.length - 1) return { token: '--chart-bar-latest' }
    return slot < lastTurn ? { opacity: 0.5 } : undefined
  }
  const rangesOf = (id: string, name: string, token: ColorToken, isOf: (point: ChartPoint) => boolean) => {
    const values = slots.map(({ point, isTurn }) =>
      isTurn || !isOf(point) ? null : drawnRange(point, highest)
    )
    return values.some((range) => range !== null)
      ? [{ id, name, token, kind: 'ranges', values, isStrong: id === 'misses' } as const]
      : []
  }
  return {
    positions: slots.map(toPosition),
    positionName: 'Payment',
    across: {
      kind: 'slots',
      ticks: (from, to) =>
        labels.flatMap((text, at) => (text !== '' && at >= from && at <= to ? { at, text } : []))
    },
    up: { format: (amount) => axisMoney(amount, highest), ticks: ticksUpTo },
    barShare: barShareOf(slots),
    series: [
      {
        id: 'payments',
        name: 'payment',
        token: '--chart-bar',
        kind: 'bars',
        values: slots.map(({ point, isTurn }) => (isTurn ? null : point.amount)),
        looks: slots.map((_, slot) => lookOf(slot))
      },
      {
        id: 'trend',
        name: 'share of the highest',
        token: '--chart-trend',
        kind: 'line',
        isShare: true,
        values: slots.map(({ fraction, isTurn }) => (isTurn ? null : fraction))
      },
      ...rangesOf('ranges', 'our estimate and 80% range', '--chart-range', (point) => !isMissed(point)),
      ...rangesOf('misses', 'missed: paid outside of it', '--chart-miss', isMissed)
    ],
    levels: [
      {
        id: 'average',
        name: `average ${formatDividend(average)}`,
        value: average,
        token: '--chart-average'
      }
    ],
    events: slots.flatMap((slot, at) => (slot.isTurn ? { at, text: turnLabel(slot) } : [])),
    keys: [
      ...(turn ? [{ name: `paid ${turn.before}`, token: '--chart-bar', opacity: 0.5 } as const] : []),
      { name: 'latest', token: '--chart-bar-latest' }
    ]
  }
}

function toPosition({ point, fraction, isTurn }: ChartSlot, at: number): ChartPosition {
  const { payDate, amount, asPaid, range, turn, split, details } = point
  if (isTurn) {
    const figures = [
      turn && { name: 'Paid', text: turn.now },
      turn && { name: 'Before', text: turn.before },
      split && { name: 'Split', text: split }
    ]
    return { at, name: `From ${formatDay(payDate)}`, figures: figures.filter((figure) => !!figure) }
  }
  const figures: (ChartFigure | false | undefined)[] = [
    { name: 'Amount', text: formatDividend(amount) },
    details && { name: 'Ex-date', text: formatDay(details.exDate) },
    { name: 'Of the highest', text: formatShare(fraction) },
    asPaid != null &&
      formatDividend(asPaid) !== formatDividend(amount) && {
        name: 'Before splits',
        text: formatDividend(asPaid)
      },
    range && { name: 'Estimate', text: formatDividend(range[2]) },
    range && { name: '80% range', text: `${formatDividend(range[0])} to ${formatDividend(range[1])}` },
    details?.errorPercent != null && { name: 'Error', text: formatError(details.errorPercent) }
  ]
  return { at, name: `Paid ${formatDay(payDate)}`, figures: figures.filter((figure) => !!figure) }
}
