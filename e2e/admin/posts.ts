import type { APIRequestContext } from '@playwright/test'
import { adminMarker } from '../../admin-api/contract/headers.ts'
import { operatorPassword } from '../server.ts'
import { test as base, expect } from '../test.ts'

const marker = { [adminMarker.name]: adminMarker.value }

/** Titles of the posts in every new database. */
export const firstPosts = [
  'How our dividend estimate is made',
  'What a distribution rate is, and what it is not',
  'How to read a payment calendar of weekly payers'
]

type Written = { id: number; slug: string; title: string }

/** Writes posts over the API and deletes them after the test. */
export class Blog {
  readonly #request: APIRequestContext
  readonly #written: Written[] = []

  constructor(request: APIRequestContext) {
    this.#request = request
  }

  /** Publishes posts with these titles in this order; resolves when they are live. */
  async write(titles: readonly string[]): Promise<Written[]> {
    const posts: Written[] = []
    for (const title of titles) {
      const response = await this.#request.post('/api/blog/posts', { headers: marker, data: fieldsOf(title) })
      expect(response.status()).toBe(201)
      posts.push(await response.json())
    }
    this.#written.push(...posts)
    // Not until all pages are: those of funds that an earlier test changed may take much longer.
    await expect
      .poll(async () => {
        const lists = await Promise.all(
          ['/blog', '/blog/page/1', '/blog/page/2'].map((path) => this.#read(path))
        )
        const articles = await Promise.all(posts.map((post) => this.#read(pathOf(post))))
        const isLive = ({ title }: Written, i: number) =>
          lists.join().includes(title) && articles[i]?.includes(title)
        return posts.every(isLive) && lists[0]?.includes(titles.at(-1) ?? '')
      })
      .toBe(true)
    return posts
  }

  async #read(path: string): Promise<string> {
    return (await this.#request.get(path, { maxRetries: 1 })).text()
  }

  /** Renames a post; resolves when the old address redirects to the new one. */
  async rename(post: Written, title: string): Promise<Written> {
    const response = await this.#request.put(`/api/blog/posts/${post.id}`, {
      headers: marker,
      data: fieldsOf(title)
    })
    expect(response.status()).toBe(200)
    const renamed: Written = await response.json()
    await expect.poll(() => this.#read(pathOf(post))).toContain(pathOf(renamed))
    await expect.poll(() => this.#read(pathOf(renamed))).toContain(title)
    return renamed
  }

  async removeAll(): Promise<void> {
    for (const { id } of this.#written)
      await this.#request.delete(`/api/blog/posts/${id}`, { headers: marker })
  }
}

function pathOf({ slug }: Written): string {
  return `/blog/${slug}`
}

function fieldsOf(title: string) {
  return {
    title,
    slug: title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    excerpt: `What ${title} is about, in a sentence of its own and of some length.`,
    content: '<p>Fair winds and a following sea.</p>',
    published: true
  }
}

/** `test` with a fixture that writes posts. */
export const test = base.extend<{ blog: Blog }>({
  blog: async ({ playwright, server, visitor }, use) => {
    const request = await playwright.request.newContext({
      baseURL: server.url,
      extraHTTPHeaders: { 'x-forwarded-for': visitor }
    })
    const response = await request.post('/api/auth/login', { data: { password: operatorPassword } })
    expect(response.status()).toBe(200)
    const blog = new Blog(request)
    await use(blog)
    await blog.removeAll()
    await request.dispose()
  }
})
