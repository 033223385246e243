/** Uses a probe, because a custom property computes to its text and only `color` to a resolved color. */
export function resolvedColor(token: string): string {
  const probe = document.createElement('span')
  probe.hidden = true
  // Forced colors would replace the color of the token.
  probe.style.setProperty('forced-color-adjust', 'none')
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const color = getComputedStyle(probe).color
  probe.remove()
  return color
}
