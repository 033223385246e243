import { useEffect, useState } from 'react'

export type ColourOf = (token: `--${string}`) => string

/** Colour tokens as the browser resolves them (light-dark() and all); a new function when the theme changes. */
export function useTokenColours(): ColourOf {
  const [colours, setColours] = useState({ colourOf: resolvedColour })

  useEffect(() => {
    const refresh = () => setColours({ colourOf: (token) => resolvedColour(token) })
    const switched = new MutationObserver(refresh)
    switched.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', refresh)
    return () => {
      switched.disconnect()
      system.removeEventListener('change', refresh)
    }
  }, [])

  return colours.colourOf
}

/** A canvas does not inherit: it must be told the page's face. */
export function pageFont(): string {
  return getComputedStyle(document.body).fontFamily
}

/** A custom property keeps its text; only a property that takes a colour shows what it stands for. */
export function resolvedColour(token: `--${string}`): string {
  const probe = document.createElement('span')
  probe.hidden = true
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const colour = getComputedStyle(probe).color
  probe.remove()
  return colour
}
