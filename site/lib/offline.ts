/** Sentence for a search, or the first use of a part of a page that isn’t loaded yet, without a connection. */
export const offlineSentence =
  'You appear to be offline. Please check your internet connection and try again.'

/** Sent to the window when a visitor acted in an island whose script could not be loaded. */
export const notLoadedEvent = 'doubloon:not-loaded'
