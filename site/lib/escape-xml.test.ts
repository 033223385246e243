import { expect, test } from 'vitest'
import { escapeXml } from './escape-xml.ts'

test('what has a meaning in XML loses it', () => {
  expect(escapeXml(`https://a.example/?q=1&r="<it's>"`)).toBe(
    'https://a.example/?q=1&amp;r=&quot;&lt;it&apos;s&gt;&quot;'
  )
})

test('an entity that is already there is text like any other', () => {
  expect(escapeXml('&amp;')).toBe('&amp;amp;')
})
