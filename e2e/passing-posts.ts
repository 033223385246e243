import type { APIRequestContext } from '@playwright/test'
import { adminMarker } from '../admin-api/contract/admin-marker.ts'
import { operatorPassword } from './operator.ts'
import { expect } from './test.ts'

/*
 * Posts that tests write. All tests share one blog, so these begin with a word of their own, by which a test that
 * looks at everything can pass them by, and go again with the test that wrote them.
 */

const firstWord = 'Passing'

/** Addresses that may come and go under a test that looks at the whole site. */
export const passingPath = /^\/blog\/(?:passing-|page\/)/

const marker = { [adminMarker.name]: adminMarker.value }

type Written = { id: number; slug: string; title: string }

/** Makes the context the operator's. */
export async function signIn(request: APIRequestContext): Promise<void> {
  const response = await request.post('/api/auth/login', { data: { password: operatorPassword } })
  expect(response.status()).toBe(200)
}

/** A post titled 'Passing …'; it is out when this resolves. */
export async function writePost(request: APIRequestContext, name: string): Promise<Written> {
  const title = `${firstWord} ${name}`
  const response = await request.post('/api/blog/posts', { headers: marker, data: fieldsOf(title) })
  expect(response.status()).toBe(201)
  return whenOut(request, await response.json())
}

export async function renamePost(
  request: APIRequestContext,
  { id }: Written,
  name: string
): Promise<Written> {
  const data = fieldsOf(`${firstWord} ${name}`)
  const response = await request.put(`/api/blog/posts/${id}`, { headers: marker, data })
  expect(response.status()).toBe(200)
  return whenOut(request, await response.json())
}

export async function removePosts(request: APIRequestContext, posts: readonly Written[]): Promise<void> {
  for (const { id } of posts) await request.delete(`/api/blog/posts/${id}`, { headers: marker })
}

function fieldsOf(title: string) {
  return {
    title,
    slug: title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    excerpt: `What ${title} had to tell, in a sentence of its own and of some length.`,
    content: '<p>Fair winds and a following sea.</p>',
    published: true
  }
}

/** Pages are written a moment after the answer. */
async function whenOut(request: APIRequestContext, post: Written): Promise<Written> {
  await expect.poll(async () => (await request.get(`/blog/${post.slug}`)).status()).toBe(200)
  return post
}
