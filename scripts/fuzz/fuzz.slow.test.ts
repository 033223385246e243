import { expect, test } from 'vitest'
import { checkFuzzInput, readKeptInputs, runTarget } from './run-target.ts'
import { targets } from './targets.ts'

/** A quarter of a round; `npm run fuzz` tries other seeds for minutes. */
test.each(targets)('$name: damaged and foreign inputs are read or refused', async (target) => {
  const runs = Math.ceil(target.runs / 4)
  expect(await runTarget(target, { seed: 17, runs })).toBe(null)
})

test.each(readKeptInputs())('an input that failed once: $target, $reason', async ({ target, input }) => {
  const reader = targets.find(({ name }) => name === target)
  if (reader === undefined) throw new Error(`There is no reader of ${target}.`)
  await checkFuzzInput(reader, input)
})
