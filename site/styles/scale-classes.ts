const spaces = {
  gap: 'gap',
  'gap-x': 'column-gap',
  'gap-y': 'row-gap',
  above: 'margin-block-start',
  below: 'margin-block-end',
  pad: 'padding',
  'pad-y': 'padding-block'
}

/** Writes the classes of the scales in tokens.css as CSS: `.gap-2` is `gap: var(--space-2)`, `.text-s` its font size. */
export function writeScaleClasses(): string {
  const rules = [
    ...Object.entries(spaces).flatMap(([name, property]) =>
      [1, 2, 3, 4, 5, 6, 7].map((step) => `.${name}-${step} { ${property}: var(--space-${step}) }`)
    ),
    ...['2xs', 'xs', 's', 'm', 'l', 'xl', '2xl'].map(
      (size) => `.text-${size} { font-size: var(--text-${size}) }`
    )
  ]
  return `@layer layouts { ${rules.join('\n')} }`
}
