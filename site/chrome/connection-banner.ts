const texts = {
  lost: 'Connection lost. Your data is safe and will be restored when reconnected.',
  restored: 'Connection restored! Your session data has been recovered.'
}
const restoredMs = 3000

/** Shows that the connection is lost and, for three seconds, that it is back. */
export function startConnectionBanner(): void {
  const banner = document.querySelector<HTMLElement>('.connection-banner')
  if (!banner) return
  let timer: number | undefined

  const show = (state: keyof typeof texts) => {
    clearTimeout(timer)
    banner.textContent = texts[state]
    banner.dataset['state'] = state
  }
  const hide = () => {
    banner.textContent = ''
    delete banner.dataset['state']
  }
  const follow = () => {
    if (!navigator.onLine) show('lost')
    else if (banner.dataset['state'] === 'lost') {
      show('restored')
      timer = window.setTimeout(hide, restoredMs)
    }
  }

  // pageshow: a page restored from the back/forward cache has missed the other two events.
  for (const type of ['offline', 'online', 'pageshow']) window.addEventListener(type, follow)
  follow()
}
