import type { APIRoute } from 'astro'
import { feedPath } from '../../admin-api/contract/calendar.ts'
import { answerFeed } from '../calendar/answer-feed.ts'

export const GET: APIRoute = ({ locals }) => answerFeed(locals, feedPath)
