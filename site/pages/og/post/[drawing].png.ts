import type { APIRoute } from 'astro'
import { pageModel } from '../../../chrome/site-info.ts'
import { drawPostPicture } from '../../../share-images/post-picture.ts'

export const GET: APIRoute = ({ locals }) => {
  const { drawing } = pageModel(locals, 'post-drawing')
  return new Response(drawPostPicture(drawing), { headers: { 'content-type': 'image/svg+xml' } })
}
