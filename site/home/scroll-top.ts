/** `?scroll=top` scrolls to the top at once and is removed from the address. */
export function scrollTopOnRequest(): void {
  const address = new URL(location.href)
  if (address.searchParams.get('scroll') !== 'top') return
  window.scrollTo({ top: 0, behavior: 'instant' })
  address.searchParams.delete('scroll')
  history.replaceState(history.state, '', address.pathname + address.search + address.hash)
}
