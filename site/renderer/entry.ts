import { createApp } from 'astro/app/entrypoint'
import { withPolicyInHead } from './policy-in-head.ts'

const app = createApp()

/**
 * Draws one page from its model. `path` is absolute, without origin ('/msty').
 * @throws when no route matches or the page itself fails; the publisher keeps the old file then.
 */
export async function render(path: string, locals: App.Locals): Promise<string> {
  const response = await app.render(new Request(new URL(path, locals.site.url)), { locals })
  const html = await response.text()
  if (response.status !== 200) throw new Error(`rendering ${path} answered ${response.status}`)
  return withPolicyInHead(html, response.headers.get('content-security-policy'))
}
