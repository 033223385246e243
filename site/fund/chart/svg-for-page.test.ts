import { expect, test } from 'vitest'
import { svgForPage } from './render-chart-svg.ts'

const page = { id: 'chart-msty', className: 'small', label: 'R&D "quoted" <fund>' }

test('styles become attributes, inherited and interactive parts go', () => {
  const drawn =
    '<svg width="10" version="1.1">\n<text style="font-size:12px;font-family:inherit;" class="zr3-cls-1">$1</text>\n' +
    '<path d="M0 0" pointer-events="visible" ecmeta_silent="true"></path>\n' +
    '<style ><![CDATA[\n.zr3-cls-1:hover {}\n]]></style></svg>'
  expect(svgForPage(drawn, { ...page, label: 'x' })).toBe(
    '<svg class="small" role="img" aria-label="x" width="10"><text font-size="12px">$1</text><path d="M0 0"/></svg>'
  )
})

test("ids don't depend on how many charts were rendered before", () => {
  const drawn = '<svg ><g clip-path="url(#zr12-c0)"/><clipPath id="zr12-c0"/></svg>'
  expect(svgForPage(drawn, page)).toContain('url(#chart-msty-c0)')
  expect(svgForPage(drawn, page)).toContain('id="chart-msty-c0"')
})

test("the label can't break out of its attribute", () => {
  expect(svgForPage('<svg ></svg>', page)).toContain('aria-label="R&amp;D &quot;quoted&quot; &lt;fund>"')
})
