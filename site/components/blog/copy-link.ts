/** The button puts the address of the post on the clipboard; where it may not, it shows the address to copy. */
export function startCopyLink(): void {
  const button = document.querySelector<HTMLElement>('[data-copy]')
  const told = document.querySelector<HTMLElement>('[data-copied]')
  if (!button || !told) return
  const url = button.dataset['copy'] ?? ''
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(url)
      told.textContent = 'The link is in your pocket.'
    } catch {
      told.textContent = url
    }
  })
}
