/** Whether an address leads to the machine itself, as the one does that nobody has set. */
export function isLocalSite(siteUrl: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(siteUrl).hostname)
}
