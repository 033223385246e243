import { messageOf } from '../command.ts'

/** Result of one check: a sentence about the state and, if it isn't ok, about what to do. */
export type Finding = { status: 'ok' | 'warning' | 'failed'; detail: string }

const findingOf =
  (status: Finding['status']) =>
  (detail: string): Finding => ({ status, detail })
export const ok = findingOf('ok')
export const warning = findingOf('warning')
export const failed = findingOf('failed')

/** Checks by name; one that throws has failed with its own message. */
export type Checks = Readonly<Record<string, () => Finding | Finding[] | Promise<Finding | Finding[]>>>

/** Runs all checks at once and returns their findings in order. */
export async function runChecks(checks: Checks): Promise<(Finding & { name: string })[]> {
  const findings = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const run = async () => check()
      const found = await run().catch((error: unknown) => failed(messageOf(error)))
      return [found].flat().map((finding) => ({ name, ...finding }))
    })
  )
  return findings.flat()
}
