import type { APIRoute } from 'astro'
import { pageModel } from '../../../chrome/site-info.ts'

export const GET: APIRoute = ({ locals }) => Response.json(pageModel(locals, 'underlying').data)
