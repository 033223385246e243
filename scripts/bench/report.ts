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

/** Returns 'met', or by how much the limit is missed; empty without a time. */
export function judge({ time }: Figure): string {
  if (time === undefined) return ''
  const share = time.value / machineFactor / time.limit
  return share <= 1 ? 'met' : `missed by ${Math.round((share - 1) * 100)}%`
}

/** Prints a figure as soon as it is measured. */
export function report(figure: Figure): void {
  figures.push(figure)
  const verdict = judge(figure)
  console.log(
    `${figure.what}: ${figure.measured} (budget: ${figure.budget}${verdict === '' ? '' : `, ${verdict}`})`
  )
}

/** Prints all figures again as a table. */
export function printReport(): void {
  const rows = figures.map((figure) => [figure.what, figure.measured, figure.budget, judge(figure)])
  console.log(`\n${alignColumns([['what', 'measured', 'budget', 'judged'], ...rows], 4).join('\n')}`)
}
