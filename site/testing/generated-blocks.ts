import fc from 'fast-check'
import { alignments, inks } from '../../admin-api/contract/blog-markup.ts'
import { aligned, type Block, type ListItem } from '../admin-blog/markup/blocks.ts'
import { lettersOf, type TextFormat, writeInline } from '../admin-blog/markup/inline-html.ts'

/** Documents for round-trip tests: anything the editor can make, awkward characters included. */
const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'abcXYZ 019.,') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...'<>&"\'`=/\\', '\u00a0', '\u200d', 'é', '⚓', '🏴', '&amp;', '\n')
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }).map(visible) }
)
const text = fc.string({ unit: character, maxLength: 12 })
const plainText = text.map((generated) => generated.replaceAll('\n', ' '))
const alignment = fc.option(fc.constantFrom(...alignments)).map(aligned)
const href = fc.constantFrom('https://example.org/a?b=1&c=2', '/msty', '#top', 'mailto:ahoy@doubloon.example')

const format: fc.Arbitrary<TextFormat> = fc.record({
  href: fc.option(href, { freq: 4 }),
  ink: fc.option(fc.constantFrom(...inks)),
  bold: fc.boolean(),
  italic: fc.boolean(),
  underline: fc.boolean(),
  code: fc.boolean()
})
const run = fc.tuple(text, format).map(([text, format]) => lettersOf(text, format))
export const generatedLetters = fc.array(run, { maxLength: 5 }).map((runs) => runs.flat())
const inline = generatedLetters.map(writeInline)
const someInline = inline.map((html) => (/^ *$/.test(html) ? `${html}x` : html))

const items: fc.Memo<ListItem[]> = fc.memo((depth) =>
  fc.array(
    fc.record({
      content: inline,
      meta: fc.constant({}),
      items: depth > 1 ? items(depth - 1) : fc.constant<ListItem[]>([])
    }),
    depth > 2 ? { minLength: 1, maxLength: 3 } : { maxLength: 2 }
  )
)
const someItems = fc
  .tuple(someInline, items(3))
  .map(([first, others]) => [{ content: first, meta: {}, items: [] }, ...others])

const rows = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))
  .chain(([height, width]) =>
    fc.array(fc.array(someInline, { minLength: width, maxLength: width }), {
      minLength: height,
      maxLength: height
    })
  )

const pixels = fc.option(fc.integer({ min: 1, max: 10_000 }))
const image = fc
  .record({
    src: fc.constantFrom(`/blog-images/${'0a'.repeat(16)}.webp`, '/og.png'),
    alt: plainText,
    caption: inline,
    width: pixels,
    height: pixels
  })
  // Width and height are written together or not at all.
  .map((generated) =>
    generated.width === null || generated.height === null
      ? { ...generated, width: null, height: null }
      : generated
  )

export const generatedBlock: fc.Arbitrary<Block> = fc.oneof(
  alignedBlock('paragraph', fc.record({ text: someInline })),
  alignedBlock(
    'heading',
    fc.record({ text: someInline, level: fc.constantFrom(2 as const, 3 as const, 4 as const) })
  ),
  block(
    'list',
    fc.record({
      style: fc.constantFrom('ordered' as const, 'unordered' as const),
      meta: fc.constant({}),
      items: someItems
    })
  ),
  alignedBlock('quote', fc.record({ text: someInline, caption: inline })),
  block('table', fc.record({ withHeadings: fc.boolean(), content: rows })),
  block('code', fc.record({ code: text.map((generated) => `${generated}\n x`) })),
  block('divider', fc.constant({})),
  alignedBlock('image', image)
)
export const generatedBlocks = fc.array(generatedBlock, { maxLength: 6 })

/** Removes characters that an HTML parser replaces or drops. */
function visible(generated: string): string {
  return generated.replaceAll(/[\p{Cc}\p{Cs}\u{fffd}\u{feff}]/gu, '')
}

function block<const Type extends Block['type'], Data>(type: Type, data: fc.Arbitrary<Data>) {
  return data.map((generated) => ({ type, data: generated }))
}

function alignedBlock<const Type extends Block['type'], Data>(type: Type, data: fc.Arbitrary<Data>) {
  return fc.tuple(block(type, data), alignment).map(([generated, tunes]) => ({ ...generated, ...tunes }))
}
