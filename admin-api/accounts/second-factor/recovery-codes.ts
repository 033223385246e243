import { createHash, randomInt } from 'node:crypto'

const codes = 8
/** Without letters and digits that look alike: 16 of 29 are 77 bits, too many to try, so that a quick hash will do. */
const letters = 'abcdefghjkmnpqrstuvwxyz346789'
const lettersInACode = 16

/** Such as 'qm3k-7xwd-hc9r-tye4'. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: codes }, () =>
    Array.from({ length: lettersInACode }, () => letters.charAt(randomInt(letters.length)))
      .join('')
      .replaceAll(/.{4}(?=.)/g, '$&-')
  )
}

/** What is stored of a code; hyphens, spaces and capitals make no difference. */
export function hashRecoveryCode(code: string): string {
  return createHash('sha256').update(plainCode(code)).digest('hex')
}

export function plainCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toLowerCase()
}
