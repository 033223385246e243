import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

/** Opened for tests, closed after them. */
type Resource = { close: () => Promise<unknown> }

/** Opens a resource before each test. @returns an object that has the properties of the current test's resource */
export function forEachTest<Opened extends Resource>(open: () => Promise<Opened>): Opened {
  const current = {} as Opened
  beforeEach(async () => void Object.assign(current, await open()))
  afterEach(() => current.close())
  return current
}

/** Opens a resource once for all tests of the file. @returns an object that has its properties from then on */
export function forAllTests<Opened extends Resource>(open: () => Promise<Opened>): Opened {
  const current = {} as Opened
  beforeAll(async () => void Object.assign(current, await open()))
  afterAll(() => current.close())
  return current
}
