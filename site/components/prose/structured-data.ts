/** Where a page stands below the home page, as search engines want it told. */
export function breadcrumb(siteUrl: string, name: string, path: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Home', item: `${siteUrl}/` },
      { '@type': 'ListItem', position: 2, name, item: siteUrl + path }
    ]
  }
}

export function webPage(
  type: 'AboutPage' | 'ContactPage' | 'WebPage',
  page: { url: string; name: string; description: string }
): object {
  return { '@context': 'https://schema.org', '@type': type, inLanguage: 'en', ...page }
}
