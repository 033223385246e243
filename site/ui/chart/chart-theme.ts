import { useEffect, useState } from 'react'
import { resolvedColor } from '../../lib/resolved-color.ts'
import type { ColorToken } from './chart-model.ts'

/** Colors and font of the page for a canvas, which can't use CSS tokens. */
export type ChartTheme = { colorOf: (token: ColorToken) => string; fontFamily: string; isStill: boolean }

const queries = [
  '(prefers-color-scheme: dark)',
  '(forced-colors: active)',
  '(prefers-reduced-motion: reduce)'
]

/** Reads the tokens of tokens.css as they are now; a new theme when scheme, contrast or motion preferences change. */
export function useChartTheme(): ChartTheme {
  const [theme, setTheme] = useState(readTheme)
  useEffect(() => {
    const refresh = () => setTheme(readTheme())
    const switched = new MutationObserver(refresh)
    switched.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const media = queries.map((query) => matchMedia(query))
    for (const each of media) each.addEventListener('change', refresh)
    return () => {
      switched.disconnect()
      for (const each of media) each.removeEventListener('change', refresh)
    }
  }, [])
  return theme
}

function readTheme(): ChartTheme {
  const colors = new Map<ColorToken, string>()
  return {
    colorOf: (token) => {
      const color = colors.get(token) ?? resolvedColor(token)
      colors.set(token, color)
      return color
    },
    fontFamily: getComputedStyle(document.body).fontFamily,
    isStill: matchMedia('(prefers-reduced-motion: reduce)').matches
  }
}
