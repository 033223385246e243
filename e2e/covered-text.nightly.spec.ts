import { expect, test, visit } from './test.ts'

test('the button never covers text or a control, and stays in view when the page is scrolled', async ({
  page
}) => {
  const wheel = page.getByRole('button', { name: 'Quick menu' })
  for (const [width, path] of [
    [390, '/weekly-battle'],
    [390, '/calendar'],
    [390, '/msty'],
    [768, '/learn'],
    [1280, '/msty'],
    [1440, '/funds']
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await visit(page, path)
    const end = await page.evaluate(() => document.documentElement.scrollHeight)
    for (let top = 0; top < Math.min(end, 6000); top += 700) {
      await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top)
      await expect(wheel).toBeInViewport()
      const covered = await wheel.evaluate((button) => {
        const box = button.getBoundingClientRect()
        const overlaps = ({ left, right, top: above, bottom, width: wide }: DOMRect) =>
          wide > 1 &&
          right > 0 &&
          left < box.right &&
          right > box.left &&
          bottom > box.top &&
          above < box.bottom
        const found: string[] = []
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        while (walker.nextNode()) {
          const node = walker.currentNode
          if (!node.textContent?.trim() || node.parentElement?.closest('.floating-menu, svg')) continue
          if (!node.parentElement?.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
            continue
          const range = document.createRange()
          range.selectNodeContents(node)
          if ([...range.getClientRects()].some(overlaps)) found.push(node.textContent.trim())
        }
        for (const control of document.querySelectorAll('input, select, textarea'))
          if (control.checkVisibility({ opacityProperty: true }) && overlaps(control.getBoundingClientRect()))
            found.push(control.outerHTML)
        return found
      })
      expect(covered, `${path} at ${width}, scrolled to ${top}`).toEqual([])
    }
  }
})
