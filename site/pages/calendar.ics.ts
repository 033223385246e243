import type { APIRoute } from 'astro'
import { feedPath } from '../../admin-api/contract/calendar.ts'
import { answerFeed } from '../calendar/feed-events.ts'

export const GET: APIRoute = ({ locals }) => answerFeed(locals, feedPath)
