/** An error as it crosses from one thread to another, which would keep neither its own name nor its code. */
export type SentError = {
  name: string
  message: string
  stack: string | undefined
  code: string | undefined
  cause: SentError | undefined
}

export function packError(thrown: unknown): SentError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { name, message, stack, cause } = error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return { name, message, stack, code, cause: cause === undefined ? undefined : packError(cause) }
}

export function unpackError({ name, message, stack, code, cause }: SentError): Error {
  const error = new Error(message, cause === undefined ? undefined : { cause: unpackError(cause) })
  return Object.assign(error, { name, stack }, code !== undefined && { code })
}
