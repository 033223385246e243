/** The database server can't be reached, or is too busy to answer in time: what was asked may well be right. */
export class DatabaseAwayError extends Error {
  /** As `findStorageFault` knows it. */
  readonly code: 'DATABASE_AWAY' | 'DATABASE_BUSY'

  constructor(code: DatabaseAwayError['code'], message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'DatabaseAwayError'
    this.code = code
  }
}

const awayCodes = [
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH'],
  // PostgreSQL: ended by the administrator, after a crash, starting or stopping.
  ...['57P01', '57P02', '57P03']
]
/** Lock and statement ended by their time limit, and no connection left. */
const busyCodes = ['55P03', '57014', '53300']

/** What `pg` says without a code. */
const awayMessages = /^(?:Connection terminated|Client has encountered a connection error|timeout expired)/
const busyMessages = /^(?:timeout exceeded when trying to connect|Query read timeout)/

/** The error in the words of whoever runs the service, where it means that the server is away or busy; else as it is. */
export function explainAway(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseAwayError) return error
  const code = 'code' in error ? String(error.code) : ''
  if (awayCodes.includes(code) || code.startsWith('08') || awayMessages.test(error.message))
    return new DatabaseAwayError(
      'DATABASE_AWAY',
      `the PostgreSQL database can't be reached: ${reasonOf(error)}.`,
      error
    )
  if (busyCodes.includes(code) || busyMessages.test(error.message))
    return new DatabaseAwayError(
      'DATABASE_BUSY',
      `the PostgreSQL database does not answer in time: ${reasonOf(error)}.`,
      error
    )
  return error
}

/** Of a host with several addresses each has failed, and Node names none. */
function reasonOf(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error ? first.message : error.message
}
