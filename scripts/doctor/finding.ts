/** What one check found: a sentence of what is and, where it is not well, of what to do. */
export type Finding = { name: string; status: 'ok' | 'warning' | 'failed'; detail: string }

/** A check and what it is called; one that throws has failed in its own words. */
export type Check = { name: string; look: () => Promise<Omit<Finding, 'name'>[]> }

export function ok(detail: string): Omit<Finding, 'name'> {
  return { status: 'ok', detail }
}

export function warning(detail: string): Omit<Finding, 'name'> {
  return { status: 'warning', detail }
}

export function failed(detail: string): Omit<Finding, 'name'> {
  return { status: 'failed', detail }
}

/** All at once, told in their order. */
export async function runChecks(checks: readonly Check[]): Promise<Finding[]> {
  const found = await Promise.all(
    checks.map(async ({ name, look }) => {
      const findings = await look().catch((error: unknown) => [failed(reasonOf(error))])
      return findings.map((finding) => ({ name, ...finding }))
    })
  )
  return found.flat()
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
