import { type Finding, failed, ok, warning } from './finding.ts'

/** Codes of the second factor go by half minutes. */
const longestDifferenceMs = 30_000
const timeoutMs = 5000

/** The clock of this machine beside that of the first address that answers. */
export async function checkClock(
  addresses: readonly string[],
  now: () => Date = () => new Date()
): Promise<Omit<Finding, 'name'>> {
  for (const address of addresses) {
    const difference = await compareWith(address, now)
    if (difference === null) continue
    const seconds = Math.round(Math.abs(difference) / 1000)
    const where = `that of ${new URL(address).host}`
    if (Math.abs(difference) <= longestDifferenceMs)
      return ok(`The clock agrees with ${where} to ${seconds} s.`)
    const way = difference > 0 ? 'ahead of' : 'behind'
    return failed(
      `The clock is ${seconds} s ${way} ${where}: let it be set by time servers (timedatectl set-ntp true). Codes of the second factor and the schedule go by it.`
    )
  }
  return warning('Nobody could be asked for the time, so whether the clock is right is unknown.')
}

/** How far our clock is ahead; null where no answer says the time. A date has whole seconds: half of one is added. */
async function compareWith(address: string, now: () => Date): Promise<number | null> {
  try {
    const response = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(timeoutMs) })
    const theirs = Date.parse(response.headers.get('date') ?? '')
    return Number.isNaN(theirs) ? null : now().getTime() - (theirs + 500)
  } catch {
    return null
  }
}
