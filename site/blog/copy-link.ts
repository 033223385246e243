/** Copies the post's URL; without clipboard access it shows the URL. */
export function startCopyLink(): void {
  const button = document.querySelector<HTMLElement>('[data-copy]')
  const status = document.querySelector<HTMLElement>('[data-copied]')
  if (!button || !status) return
  const url = button.dataset['copy'] ?? ''
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(url)
      status.textContent = 'The link is in your pocket.'
    } catch {
      status.textContent = url
    }
  })
}
