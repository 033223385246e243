/** Classes of the spacing scale, each with its property: `.gap-2` is `gap: var(--space-2)`. */
const properties = {
  gap: 'gap',
  'gap-x': 'column-gap',
  'gap-y': 'row-gap',
  above: 'margin-block-start',
  below: 'margin-block-end',
  pad: 'padding',
  'pad-y': 'padding-block'
}
const steps = [1, 2, 3, 4, 5, 6, 7]

/** Writes a rule for each class and step as CSS. */
export function writeSpaceClasses(): string {
  const rules = Object.entries(properties).flatMap(([name, property]) =>
    steps.map((step) => `.${name}-${step} { ${property}: var(--space-${step}) }`)
  )
  return `@layer layouts { ${rules.join('\n')} }`
}
