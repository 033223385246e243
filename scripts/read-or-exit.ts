/** What the arguments of a command ask for; a fault in them is one sentence and the usage, and exit code 1. */
export function readOrExit<Wanted>(read: (args: readonly string[]) => Wanted, usage: string): Wanted {
  try {
    return read(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    process.exit(1)
  }
}
