export function networkLink(title: string, url: string): string {
  const intent = new URL('https://x.com/intent/post')
  intent.searchParams.set('text', title)
  intent.searchParams.set('url', url)
  return intent.href
}

/** Mail programs don't decode plus signs, so spaces are written as %20. */
export function mailLink(title: string, url: string): string {
  return `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${title}\n\n${url}\n`)}`
}
