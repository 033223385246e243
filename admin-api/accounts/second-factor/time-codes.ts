import { Secret, TOTP } from 'otpauth'

const digits = 6
const period = 30
/** A code of the step before or after counts too: phones are a little off, and people slow. */
const stepsAside = 1
/** As RFC 4226 recommends: 160 bits. */
const secretBytes = 20

/** In base32. */
export function makeSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** How an app is given the secret; `host` is the name it stands under there. */
export function toUri(secret: string, host: string): string {
  return new TOTP({ issuer: 'Doubloon', label: host, secret, digits, period }).toString()
}

/** The step of time (RFC 6238, 30 s each) that the code belongs to; null where it is not right now. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const totp = new TOTP({ secret, digits, period })
  const aside = totp.validate({ token: code, timestamp, window: stepsAside })
  return aside === null ? null : TOTP.counter({ period, timestamp }) + aside
}
