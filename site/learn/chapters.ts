export const chapters = [
  { id: 'introduction', title: 'Introduction', kicker: 'Casting off' },
  { id: 'etf-basics', title: 'ETF basics', kicker: 'Know your ship' },
  { id: 'high-yield-etfs', title: 'High-yield ETFs', kicker: 'Where the gold comes from' },
  { id: 'covered-calls', title: 'Covered calls', kicker: 'The trade below deck' },
  { id: 'risks-taxes', title: 'Risks and taxes', kicker: 'Reefs and harbor dues' },
  { id: 'picking-etfs', title: 'Picking ETFs', kicker: 'Choosing a vessel' },
  { id: 'portfolio-building', title: 'Building a portfolio', kicker: 'Loading the hold' },
  { id: 'doubloon-tools', title: 'Doubloon’s tools', kicker: 'Instruments on the bridge' },
  { id: 'advanced-strategies', title: 'Advanced strategies', kicker: 'Deep water' },
  { id: 'knowledge-check', title: 'Knowledge check', kicker: 'Before you take the helm' },
  { id: 'next-steps', title: 'Next steps', kicker: 'Land in sight' }
] as const

export type Chapter = (typeof chapters)[number]
export type ChapterId = Chapter['id']

/** A chapter with its number in the guide, from 1. */
export function chapterOf(id: ChapterId): Chapter & { number: number } {
  const index = chapters.findIndex((chapter) => chapter.id === id)
  const chapter = chapters[index]
  if (!chapter) throw new RangeError(`chapterOf needs the id of a chapter, got ${id}`)
  return { ...chapter, number: index + 1 }
}
