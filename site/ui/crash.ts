export type CrashKind = 'network' | 'application'

const networkWords = [
  'network',
  'offline',
  'connection',
  'internet',
  'cannot read',
  'join of undefined',
  'fetch',
  'failed to load'
]

export const crashTexts: Record<CrashKind, { title: string; message: string }> = {
  network: {
    title: 'Connection Issue Detected',
    message:
      "We're having trouble connecting to our servers. This could be due to internet connectivity issues."
  },
  application: {
    title: 'Something Went Wrong',
    message: 'The application encountered an unexpected error. We apologize for the inconvenience.'
  }
}

/** Classifies an error by its message; incomplete data causes messages that look like programming errors. */
export function crashKindOf(error: Error): CrashKind {
  const text = error.message.toLowerCase()
  return networkWords.some((word) => text.includes(word)) ? 'network' : 'application'
}
