import type { APIRoute } from 'astro'
import { feedPathOfFund } from '../../../admin-api/contract/calendar.ts'
import { answerFeed } from '../../calendar/feed-events.ts'

export const GET: APIRoute = ({ locals, params }) =>
  answerFeed(locals, feedPathOfFund(params['ticker'] ?? ''))
