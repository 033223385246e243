export const chapters = [
  { id: 'introduction', title: 'Introduction' },
  { id: 'etf-basics', title: 'ETF basics' },
  { id: 'high-yield-etfs', title: 'High-yield ETFs' },
  { id: 'covered-calls', title: 'Covered calls' },
  { id: 'risks-taxes', title: 'Risks and taxes' },
  { id: 'picking-etfs', title: 'Picking ETFs' },
  { id: 'portfolio-building', title: 'Building a portfolio' },
  { id: 'doubloon-tools', title: 'Doubloon’s tools' },
  { id: 'advanced-strategies', title: 'Advanced strategies' },
  { id: 'knowledge-check', title: 'Knowledge check' },
  { id: 'next-steps', title: 'Next steps' }
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
