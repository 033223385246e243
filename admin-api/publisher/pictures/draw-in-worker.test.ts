import { setImmediate } from 'node:timers/promises'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDrawer, type Drawer } from './draw-in-worker.ts'

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="12" height="6"><rect width="12" height="6"/></svg>'

let drawer: Drawer
beforeEach(() => {
  drawer = createDrawer()
})
afterEach(() => drawer.stop())

test('a drawing becomes a PNG of its size; what is no drawing is refused, and the next is drawn', async () => {
  await expect(drawer.draw('<html></html>')).rejects.toThrow()
  const { format, width, height } = await sharp(await drawer.draw(svg)).metadata()
  expect({ format, width, height }).toEqual({ format: 'png', width: 12, height: 6 })
})

test('a thread that ends over a drawing is replaced for the next', async () => {
  const ended = expect(drawer.draw(svg)).rejects.toThrow('ended before it was done')
  await setImmediate() // The thread is being started.
  await drawer.stop()
  await ended
  expect((await sharp(await drawer.draw(svg)).metadata()).width).toBe(12)
})
