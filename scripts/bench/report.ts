export type Figure = { what: string; measured: string; budget: string }

const rows: Figure[] = []

/** Prints a figure as soon as it is known. */
export function report(what: string, measured: string, budget: string): void {
  rows.push({ what, measured, budget })
  console.log(`${what}: ${measured} (budget: ${budget})`)
}

/** All of them once more, as a table. */
export function printReport(): void {
  console.table(rows)
}
