import type { APIRoute } from 'astro'
import { pageModel } from '../../chrome/site-info.ts'
import { drawComparePicture } from '../../share-images/compare-picture.ts'
import { drawFundPicture } from '../../share-images/fund-picture.ts'
import { drawPostPicture } from '../../share-images/post-picture.ts'
import { drawWeekPicture } from '../../share-images/week-picture.ts'

/** Preview pictures of shared links, as SVG; the publisher converts them to PNG. */
export const GET: APIRoute = ({ locals }) =>
  new Response(draw(locals), { headers: { 'content-type': 'image/svg+xml' } })

function draw(locals: App.Locals): string {
  const { site, time } = locals
  const { host } = new URL(site.url)
  const page = pageModel(locals, 'fund-picture', 'compare-picture', 'post-drawing', 'week-picture')
  switch (page.kind) {
    case 'fund-picture':
      return drawFundPicture(page, time.today, host)
    case 'compare-picture':
      return drawComparePicture(page.funds, host)
    case 'post-drawing':
      return drawPostPicture(page.drawing)
    case 'week-picture':
      return drawWeekPicture(page, host)
  }
}
