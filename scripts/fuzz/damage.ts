import fc from 'fast-check'

/** Texts that readers of figures, days and names often get wrong. */
const awkward = [
  '',
  ' ',
  '\0',
  '\r',
  '\n',
  '\r\n',
  '\t',
  '"',
  '""',
  "'",
  ',',
  ';',
  '=',
  '<',
  '>',
  '&',
  '/',
  '\\',
  '\uFEFF',
  '\u00a0',
  '\u202e',
  '\ud800',
  '٣',
  '½',
  '0',
  '-0',
  '-1',
  '1e308',
  '1e999',
  '1e-320',
  '0x10',
  '1,2,3',
  '1.234,56',
  '(5)',
  '--1',
  '$',
  '.',
  'NaN',
  'Infinity',
  'null',
  'true',
  '2026-02-30',
  '02/30/2026',
  '0000-00-00',
  '9999-12-31',
  '2026-06-01T00:00:00Z',
  '13/13/26',
  'MSTY',
  '__proto__',
  'constructor',
  '9'.repeat(40),
  '&#0;',
  ']]>',
  '<!--',
  '{',
  '}',
  '[',
  ']'
]

type Edit = {
  kind: 'insert' | 'replace' | 'delete' | 'repeat' | 'cut'
  at: number
  length: number
  text: string
}

const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('insert', 'replace', 'delete', 'repeat', 'cut'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat({ max: 60 }),
  text: fc.oneof(fc.constantFrom(...awkward), fc.string({ unit: 'binary', maxLength: 6 }))
})

function apply(text: string, { kind, at, length, text: inserted }: Edit): string {
  const start = Math.floor(at * text.length)
  const [before, part, after] = [
    text.slice(0, start),
    text.slice(start, start + length),
    text.slice(start + length)
  ]
  if (kind === 'cut') return before
  if (kind === 'delete') return before + after
  if (kind === 'repeat') return before + part + part + after
  return kind === 'insert' ? before + inserted + part + after : before + inserted + after
}

/** One of the samples with up to six edits, and now and then a text that has nothing to do with them. */
export function damagedText(samples: readonly string[]): fc.Arbitrary<string> {
  const damaged = fc
    .tuple(fc.constantFrom(...samples), fc.array(edit, { maxLength: 6 }))
    .map(([sample, edits]) => edits.reduce(apply, sample))
  return fc.oneof({ weight: 15, arbitrary: damaged }, { weight: 1, arbitrary: fc.string({ unit: 'binary' }) })
}

/** Bytes of a file as base64, in which a few are changed, missing or repeated. */
export function damagedBytes(samples: readonly Buffer[]): fc.Arbitrary<string> {
  return damagedText(samples.map((sample) => sample.toString('latin1'))).map((text) =>
    Buffer.from(text, 'latin1').toString('base64')
  )
}

type Json = unknown
const value: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom(...awkward),
  fc.constantFrom<Json>(null, true, 0, -0, -1, 0.5, 1e308, -1e308, 5e-324, 2 ** 53, [], {}, [[]], {
    a: null
  }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer()
)

/** Samples in which parts of any depth have another value, are missing or are repeated; also damaged as texts. */
export function damagedJson(samples: readonly Json[]): fc.Arbitrary<string> {
  const change = fc.record({ at: fc.nat(), kind: fc.constantFrom('set', 'drop', 'repeat'), value })
  const damaged = fc
    .tuple(fc.constantFrom(...samples), fc.array(change, { maxLength: 4 }))
    .map(([sample, changes]) => {
      const root: Holder = { sample: structuredClone(sample) }
      for (const { at, kind, value } of changes) {
        const places = listPlaces(root)
        const [holder, key] = places[at % places.length] ?? [root, 'sample']
        if (kind === 'set') holder[key] = structuredClone(value)
        else if (kind === 'drop') delete holder[key]
        else if (Array.isArray(holder)) holder.push(structuredClone(holder[Number(key)]))
      }
      return JSON.stringify(root['sample'] ?? null)
    })
  return fc.oneof(
    { weight: 4, arbitrary: damaged },
    { weight: 1, arbitrary: damagedText(samples.map((sample) => JSON.stringify(sample))) }
  )
}

type Holder = Record<string, Json>

function listPlaces(holder: Holder): [Holder, string][] {
  return Object.entries(holder).flatMap(([key, part]) => [
    [holder, key] as [Holder, string],
    ...(typeof part === 'object' && part !== null ? listPlaces(part as Holder) : [])
  ])
}
