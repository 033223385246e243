/** For failures that a visitor need not see but whoever looks at the console should. */
export function logFailure(what: string, detail: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the console is where these are meant to go
  console.error(what, detail)
}
