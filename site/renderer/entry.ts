import { AsyncLocalStorage } from 'node:async_hooks'
import { createApp } from 'astro/app/entrypoint'
import { formOriginOf } from '../../admin-api/contract/mailing-list.ts'
import { errorPage, notFoundPath } from '../../admin-api/contract/pages.ts'
import { withFormOrigin, withPolicyInHead } from './policy-in-head.ts'

const app = createApp()
/** Errors that Astro logs while rendering, by request. By default it prints a stack and returns a plain 500. */
const logged = new AsyncLocalStorage<string[]>()
app.logger.setDestination({
  write: ({ message }) => {
    logged.getStore()?.push(message)
    return true
  }
})

/** Space between the rows and cells of a table: ignored by browsers, and kilobytes in long tables. */
const tableSpace = / <(?=\/?(?:tr|t[dh]|tbody|thead)\b)/g

/** Astro answers the page for unknown addresses and the one for errors with the status that they are for. */
const statusOf: Readonly<Record<string, number>> = { [notFoundPath]: 404, [errorPage.path]: 500 }

/**
 * Renders one page from its model. `path` is absolute, without origin ('/msty').
 * @throws if no route matches or the page fails; the publisher then leaves the old file in place
 */
export async function render(path: string, locals: App.Locals): Promise<string> {
  const messages: string[] = []
  const request = new Request(new URL(path, locals.site.url))
  const { response, html } = await logged.run(messages, async () => {
    const response = await app.render(request, { locals })
    return { response, html: await response.text() }
  })
  if (response.status !== (statusOf[path] ?? 200))
    throw new Error(`rendering ${path} answered ${response.status}: ${messages.join('\n')}`)
  const policy = response.headers.get('content-security-policy')
  // Data files and feeds have none.
  if (policy === null) return html
  const { page } = locals
  const formOrigin = page.kind === 'blog' ? formOriginOf(page.mailingList) : null
  return withPolicyInHead(html.replaceAll(tableSpace, '<'), withFormOrigin(policy, formOrigin))
}
