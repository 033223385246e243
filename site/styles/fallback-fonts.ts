/**
 * System fonts that are shown until ours have loaded, each scaled so that the swap does not shift the layout (checked by
 * e2e/fonts.nightly.spec.ts). Each class of characters has a scale of its own, because a single one fits no line.
 */
type Fallback = {
  /** The font that it stands for, and the weights. */
  family: string
  weight: string
  /** Fonts of the same widths, of which a system has one; only Roboto's differ a little. */
  localNames: readonly string[]
  /** Ascent and descent of our font, in percent of its size. */
  ascent: number
  descent: number
  /** Character width of our font in percent of the system font's, over a sample of our text, by range of characters. */
  sizes: Readonly<Record<string, number>>
}

const lowercase = 'U+61-7A'
const uppercase = 'U+41-5A'
const space = 'U+20'
const others = 'U+21-40, U+5B-60, U+7B-FFFF'
const othersWithoutDigits = 'U+21-2F, U+3A-40, U+5B-60, U+7B-FFFF'

const fallbacks: readonly Fallback[] = [
  {
    family: 'Almendra',
    weight: '700',
    localNames: [
      'Times New Roman Bold',
      'TimesNewRomanPS-BoldMT',
      'Liberation Serif Bold',
      'Tinos Bold',
      'Times Bold',
      'NimbusRoman-Bold',
      'TeXGyreTermes-Bold'
    ],
    ascent: 95.1,
    descent: 34.5,
    sizes: { [lowercase]: 106.4, [uppercase]: 84.9, [space]: 72, [othersWithoutDigits]: 90.1 }
  },
  {
    family: 'Source Sans 3',
    weight: '200 500',
    localNames: [
      'Arial',
      'ArialMT',
      'Liberation Sans',
      'Arimo',
      'Helvetica',
      'NimbusSans-Regular',
      'TeXGyreHeros-Regular',
      'Roboto'
    ],
    ascent: 102.4,
    descent: 40,
    sizes: { [lowercase]: 96.1, [uppercase]: 83.3, [space]: 71.4, [others]: 89.4 }
  },
  {
    family: 'Source Sans 3',
    weight: '501 900',
    localNames: [
      'Arial Bold',
      'Arial-BoldMT',
      'Liberation Sans Bold',
      'Arimo Bold',
      'Helvetica Bold',
      'NimbusSans-Bold',
      'TeXGyreHeros-Bold',
      'Roboto Bold'
    ],
    ascent: 102.4,
    descent: 40,
    sizes: { [lowercase]: 91.4, [uppercase]: 84.8, [space]: 71.4, [others]: 92 }
  }
]

/** Writes the font faces of the fallbacks, '… Fallback', as CSS. */
export function writeFallbackFonts(): string {
  return fallbacks.flatMap(writeFaces).join('\n')
}

function writeFaces({ family, weight, localNames, ascent, descent, sizes }: Fallback): string[] {
  const sources = localNames.map((name) => `local("${name}")`).join(', ')
  return Object.entries(sizes).map(([range, size]) => {
    const override = (share: number) => `${((100 * share) / size).toFixed(1)}%`
    return `@font-face {
  font-family: "${family} Fallback";
  font-weight: ${weight};
  src: ${sources};
  unicode-range: ${range};
  size-adjust: ${size}%;
  ascent-override: ${override(ascent)};
  descent-override: ${override(descent)};
  line-gap-override: 0%;
}`
  })
}
