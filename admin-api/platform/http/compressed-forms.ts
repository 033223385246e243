import type { Request } from 'express'

/** The packed copies that lie beside a file, smallest first. */
const forms = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' }
] as const

export type CompressedForm = (typeof forms)[number]

/** Those that the caller accepts. None for a part of a file, because a range counts unpacked bytes. */
export function acceptedForms(request: Request): CompressedForm[] {
  if (request.headers.range !== undefined) return []
  return forms.filter(({ encoding }) => request.acceptsEncodings(encoding) !== false)
}
