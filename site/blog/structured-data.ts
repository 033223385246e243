import { blogPath, type Post, type PostSummary } from '../../admin-api/contract/blog.ts'
import { breadcrumb, itemList, organization } from '../chrome/structured-data.ts'
import { describePost, postFacts } from './post-facts.ts'

const context = 'https://schema.org'
const blog = { name: 'Blog', path: blogPath }

export function blogJsonLd(
  siteUrl: string,
  page: { name: string; path: string; description: string },
  posts: readonly PostSummary[]
): object[] {
  const isFront = page.path === blogPath
  return [
    isFront ? breadcrumb(siteUrl, page) : breadcrumb(siteUrl, blog, page),
    {
      '@context': context,
      '@type': isFront ? ['Blog', 'CollectionPage'] : 'CollectionPage',
      name: isFront ? 'The blog of Doubloon' : page.name,
      description: page.description,
      url: siteUrl + page.path,
      inLanguage: 'en',
      publisher: organization(siteUrl),
      mainEntity: itemList(
        siteUrl,
        posts.map((post) => ({ name: post.title, path: postFacts(post).href }))
      )
    }
  ]
}

export function postJsonLd(siteUrl: string, post: Post): object[] {
  const { href } = postFacts(post)
  return [
    breadcrumb(siteUrl, blog, { name: post.title, path: href }),
    {
      '@context': context,
      '@type': 'BlogPosting',
      headline: post.title,
      description: describePost(post),
      url: siteUrl + href,
      mainEntityOfPage: siteUrl + href,
      image: siteUrl + postFacts(post).picture.path,
      datePublished: post.published_at ?? post.created_at,
      dateModified: post.updated_at,
      timeRequired: `PT${post.reading_minutes}M`,
      inLanguage: 'en',
      isAccessibleForFree: true,
      author: organization(siteUrl),
      publisher: organization(siteUrl)
    }
  ]
}
