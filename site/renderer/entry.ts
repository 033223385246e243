import { createApp } from 'astro/app/entrypoint'
import { withPolicyInHead } from './policy-in-head.ts'

const app = createApp()

/**
 * Renders one page from its model. `path` is absolute, without origin ('/msty').
 * @throws if no route matches or the page fails; the publisher then leaves the old file in place
 */
export async function render(path: string, locals: App.Locals): Promise<string> {
  const response = await app.render(new Request(new URL(path, locals.site.url)), { locals })
  const html = await response.text()
  if (response.status !== 200) throw new Error(`rendering ${path} answered ${response.status}`)
  return withPolicyInHead(html, response.headers.get('content-security-policy'))
}
