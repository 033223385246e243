import { useEffect, useState } from 'react'

export type ColourOf = (token: `--${string}`) => string

/** Colour tokens as the browser resolves them, light-dark() included; a new function when the theme changes. */
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

/** For a canvas, which does not inherit the font of the page. */
export function pageFont(): string {
  return getComputedStyle(document.body).fontFamily
}

/** A custom property computes to its text; only a colour property computes to the resolved colour. */
export function resolvedColour(token: `--${string}`): string {
  const probe = document.createElement('span')
  probe.hidden = true
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const colour = getComputedStyle(probe).color
  probe.remove()
  return colour
}
