import { alignColumns } from '../command.ts'

/** A measured figure and its budget, as sentences with units. */
export type Figure = {
  what: string
  measured: string
  budget: string
  /** Value and limit of a time in any unit, which depends on the machine and is judged after dividing by its factor. */
  time?: { value: number; limit: number }
}

const figures: Figure[] = []
let machineFactor = 1

/** Sets how many times slower this machine is than the one that the budgets are for. */
export function setMachineFactor(factor: number): void {
  machineFactor = factor
}

/** @param detail follows the time, like 'for 12 pages' */
export function milliseconds(what: string, value: number, limit: number, detail = ''): Figure {
  const rounded = Math.round(value)
  const measured = `${rounded} ms ${detail}`.trimEnd()
  return { what, measured, budget: `${limit} ms`, time: { value: rounded, limit } }
}

/** Returns 'met', or by how much the limit is missed; empty without a time. */
export function judge({ time }: Figure): string {
  if (time === undefined) return ''
  const share = time.value / machineFactor / time.limit
  return share <= 1 ? 'met' : `missed by ${Math.round((share - 1) * 100)}%`
}

/** Prints figures as soon as they are measured. */
export function report(...measured: Figure[]): void {
  figures.push(...measured)
  for (const figure of measured)
    console.log(
      `${figure.what}: ${figure.measured} (budget: ${[figure.budget, judge(figure)].filter(Boolean).join(', ')})`
    )
}

export function printReport(): void {
  const rows = figures.map((figure) => [figure.what, figure.measured, figure.budget, judge(figure)])
  console.log(`\n${alignColumns([['what', 'measured', 'budget', 'judged'], ...rows], 4).join('\n')}`)
}
