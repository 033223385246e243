import type { APIRoute } from 'astro'
import { chosenPathOf, readChosenCalendar } from '../../../admin-api/contract/chosen-feeds.ts'
import { answerFeed } from '../../calendar/feed-events.ts'

export const GET: APIRoute = ({ locals }) => {
  const { page } = locals
  const symbols = page.kind === 'calendar-feed' ? page.symbols : null
  return answerFeed(locals, chosenPathOf(readChosenCalendar, symbols ?? []))
}
