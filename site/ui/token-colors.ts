import { useEffect, useState } from 'react'

export type ColorOf = (token: `--${string}`) => string

/** Resolves color tokens, including light-dark(); returns a new function when the theme changes. */
export function useTokenColors(): ColorOf {
  const [colors, setColors] = useState({ colorOf: resolvedColor })

  useEffect(() => {
    const refresh = () => setColors({ colorOf: (token) => resolvedColor(token) })
    const switched = new MutationObserver(refresh)
    switched.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', refresh)
    return () => {
      switched.disconnect()
      system.removeEventListener('change', refresh)
    }
  }, [])

  return colors.colorOf
}

/** A canvas does not inherit the font of the page. */
export function pageFont(): string {
  return getComputedStyle(document.body).fontFamily
}

/** Uses a probe, because a custom property computes to its text and only `color` to a resolved color. */
export function resolvedColor(token: `--${string}`): string {
  const probe = document.createElement('span')
  probe.hidden = true
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const color = getComputedStyle(probe).color
  probe.remove()
  return color
}
