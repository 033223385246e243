import { expect, test } from 'vitest'
import { makeHistory } from '../../testing/make-stock.ts'
import { renderChartSvg } from './render-chart-svg.ts'

const history = makeHistory([0.2979, 0.3136, 0.5363, 0.5553])
const svg = renderChartSvg(history, 'MSTY')

test('one chart for each width, labeled for screen readers', () => {
  expect(svg.match(/<svg /g)).toHaveLength(4)
  expect(
    svg.match(/role="img" aria-label="MSTY: latest 4 payments from 8 May 2026 to 29 May 2026, /g)
  ).toHaveLength(4)
})

test('nothing that the content security policy blocks', () => {
  expect(svg).not.toMatch(/\sstyle=|<style|<script|\son\w+=/)
})

test('colors are tokens, so that both themes fit', () => {
  for (const token of ['bar', 'bar-latest', 'average', 'trend', 'grid', 'text']) {
    expect(svg).toContain(`"var(--chart-${token})"`)
  }
  expect(svg).not.toMatch(/(fill|stroke)="(#(?!000)|rgb)/)
})

test('another history of the same fund is another chart', () => {
  const other = renderChartSvg(makeHistory([0.2979, 0.3136]), 'MSTY')
  expect(other).toContain('latest 2 payments')
  expect(renderChartSvg(history, 'MSTY')).toBe(svg)
})

test('the same history gives the same text, and no id twice', () => {
  expect(renderChartSvg(history, 'MSTY')).toBe(svg)
  const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const [, id] of svg.matchAll(/url\(#([^)]+)\)/g)) expect(ids).toContain(id)
})

test('an empty history draws nothing, a single or a zero payment does not fail', () => {
  expect(renderChartSvg(makeHistory([]), 'MSTY')).toBe('')
  expect(renderChartSvg(makeHistory([0]), 'FEAT')).toContain('<svg')
  expect(renderChartSvg(makeHistory([0.1]), 'FEAT')).not.toContain('NaN')
})
