import { alignColumns } from '../command.ts'

/** A measured figure and its budget, as sentences with units. */
export type Figure = { what: string; measured: string; budget: string }

const figures: Figure[] = []

/** Prints a figure as soon as it is measured. */
export function report(figure: Figure): void {
  figures.push(figure)
  console.log(`${figure.what}: ${figure.measured} (budget: ${figure.budget})`)
}

/** Prints all figures again as a table. */
export function printReport(): void {
  const rows = figures.map(({ what, measured, budget }) => [what, measured, budget])
  console.log(`\n${alignColumns([['what', 'measured', 'budget'], ...rows], 3).join('\n')}`)
}
