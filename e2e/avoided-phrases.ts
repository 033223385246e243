// Phrases that the site, its code and its docs avoid, each with the wording to use instead, and a search for them.
// When: read by scripts/avoided-phrases.test.ts for the sources and by e2e/crawl.spec.ts for the rendered pages.

/** In texts for visitors and operators, and in code and docs. */
const everywhere: readonly [phrase: RegExp, instead: string][] = [
  [/newest figures are of|anything newer is not in|nothing newer has been/i, 'Data through July 8, 2026.'],
  [/who owned it|was to be paid|to be paid\./i, 'Own it by the close on Wed, Jul 8 to get this payment.'],
  [/last yield lay|half of what followed/i, 'After weeks like that, similar funds paid about 1.46%.'],
  [/drawn towards?|funds like it/i, 'blended with, similar funds'],
  [/going by (?:its|their) past|four payments in five|eight payments (?:of|in) ten/i, '8 of 10 payments'],
  [/this book is still empty|nothing to boast of|has met it yet/i, 'No live results yet.'],
  [/said too little|too much; gold/i, 'Left of zero: estimate too low.'],
  [/whoever (?:holds|buys|has|looks|owns)/i, 'Buy before the ex-date to get the payment.'],
  [/put into my fleet/i, 'Add to My Fleet'],
  [/bring(?:s|ing)? in a file|play(?:s|ing)? with an example/i, 'Import from your broker, Try an example'],
  [/cannot be brought back|can’t be brought back|but from a backup/i, "This can't be undone."],
  [/swing of (?:the )?payments|lay farther|farther than this/i, 'payment variability'],
  [/adding up your own funds/i, 'My Fleet needs JavaScript'],
  [/work(?:ed|s|ing)? (?:it )?out\b|reckoned|reckons/i, 'calculate'],
  [/\bh[eo]ld back\b(?!, (?:approved|corrected) by)|let in by itself/i, 'quarantine, accept automatically'],
  [/safety cop(?:y|ies)/i, 'backup'],
  [/deepest fall/i, 'max drawdown'],
  [/what came of (?:it|this)|yield on (?:its|their|your)? ?own cost/i, 'total return, yield on cost'],
  [/typical error/i, 'median error'],
  [/(?:had become|put in at the close)/i, 'became, invested at the close']
]

/** In rendered text only: sources use these words for identifiers and published values. */
const rendered: readonly [phrase: RegExp, instead: string][] = [
  [/\breplayed\b/i, 'backtested'],
  [/\b1 (?:funds|payments|estimates|posts|weeks|records|entries|transactions|days|shares)\b/, '1 fund'],
  [
    /(?<![\d.,$])\b\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)\b(?! \d{1,2}\b)/,
    'July 8'
  ],
  [/\bcolour|\bharbour|\bbehaviour|\bneighbour|\brealised|\bannualised|\bcentre\b/i, 'American spelling']
]

export type Found = { phrase: string; instead: string }

/** Finds avoided phrases in a text, also across line breaks; `isRendered` adds those for rendered text only. */
export function findAvoided(text: string, isRendered: boolean): Found[] {
  const joined = text.replace(/\s+(?:\*|\/\/)?\s*/g, ' ')
  return [...everywhere, ...(isRendered ? rendered : [])].flatMap(([pattern, instead]) => {
    const [phrase] = pattern.exec(joined) ?? []
    return phrase === undefined ? [] : [{ phrase, instead }]
  })
}
