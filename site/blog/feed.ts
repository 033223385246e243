import type { RSSFeedItem, RSSOptions } from '@astrojs/rss'
import { blogPath, feedOfPostsPath, type Post } from '../../admin-api/contract/blog.ts'
import { escapeXml } from '../lib/escape-xml.ts'
import { postFacts } from './post-facts.ts'
import { withAbsoluteUrls } from './post-html.ts'

/** Depends on the posts only, so the same posts give the same file. */
export function feedOf(posts: readonly Post[], siteUrl: string): RSSOptions {
  const newest = posts
    .map(({ updated_at }) => updated_at)
    .sort()
    .at(-1)
  const built = newest === undefined ? '' : `<lastBuildDate>${new Date(newest).toUTCString()}</lastBuildDate>`
  const self = `<atom:link href="${escapeXml(siteUrl + feedOfPostsPath)}" rel="self" type="application/rss+xml"/>`
  return {
    title: 'Doubloon: letters from the deck',
    description: 'Notes on option-income ETFs: how distributions are estimated, paid and read.',
    site: siteUrl + blogPath,
    trailingSlash: false,
    xmlns: { atom: 'http://www.w3.org/2005/Atom' },
    customData: `<language>en</language>${built}${self}`,
    items: posts.map((post) => itemOf(post, siteUrl))
  }
}

/** A post keeps its guid when its URL changes, so that no reader shows it twice. */
function itemOf(post: Post, siteUrl: string): RSSFeedItem {
  const { href } = postFacts(post)
  return {
    title: forXml(post.title),
    link: siteUrl + href,
    description: forXml(post.excerpt),
    pubDate: new Date(post.published_at ?? post.created_at),
    content: forXml(withAbsoluteUrls(post.content, siteUrl, href)),
    customData: `<guid isPermaLink="false">${escapeXml(siteUrl + blogPath)}#post-${post.id}</guid>`
  }
}

/** XML 1.0 allows neither most control characters nor lone surrogates. */
function forXml(text: string): string {
  return text.toWellFormed().replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '')
}
