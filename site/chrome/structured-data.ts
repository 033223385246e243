import { dataLicenseUrl } from '../../admin-api/contract/open-data.ts'
import type { SiteInfo } from '../../admin-api/contract/pages.ts'

/** Vocabulary of the structured data for search engines. */
const context = 'https://schema.org'

/** The publisher of everything. */
export function organization(siteUrl: string) {
  return { '@type': 'Organization', name: 'Doubloon', url: `${siteUrl}/`, logo: `${siteUrl}/icon-512.png` }
}

/** Pages that a page lists. */
export function itemList(siteUrl: string, items: readonly { name: string; path: string }[]) {
  return {
    '@type': 'ItemList',
    itemListElement: items.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      url: siteUrl + path
    }))
  }
}

/** The path from the home page to a page; `steps` end with the page itself. */
export function breadcrumb(siteUrl: string, ...steps: readonly { name: string; path: string }[]): object {
  return {
    '@context': context,
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...steps].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: siteUrl + path
    }))
  }
}

export function webPage(
  type: 'AboutPage' | 'ContactPage' | 'WebPage',
  page: { url: string; name: string; description: string }
): object {
  return { '@context': context, '@type': type, inLanguage: 'en', ...page }
}

type DatasetFacts = {
  name: string
  description: string
  /** Path of the page that shows the figures. */
  path: string
  /** The newest day of the figures. */
  dateModified: string
  /** 'YYYY-MM-DD/YYYY-MM-DD': first and last day. */
  temporalCoverage?: string
  /** Paths that return the figures as CSV or JSON. */
  files: readonly [string, ...string[]]
} & Record<string, unknown>

/** Figures on a page; further properties of a schema.org Dataset are passed through. */
export function dataset(site: SiteInfo, { name, description, path, files, ...rest }: DatasetFacts): object {
  return {
    '@context': context,
    '@type': 'Dataset',
    name,
    description,
    url: site.url + path,
    inLanguage: 'en',
    isAccessibleForFree: true,
    license: dataLicenseUrl,
    creator: organization(site.url),
    distribution: files.map((file) => ({
      '@type': 'DataDownload',
      encodingFormat: file.endsWith('.csv') ? 'text/csv' : 'application/json',
      contentUrl: site.url + file
    })),
    ...rest
  }
}
