import { expect, test } from 'vitest'
import { escapeXml } from './escape-xml.ts'

test('characters with a meaning in XML are escaped', () => {
  expect(escapeXml(`https://a.example/?q=1&r="<it's>"`)).toBe(
    'https://a.example/?q=1&amp;r=&quot;&lt;it&apos;s&gt;&quot;'
  )
})

test('an existing entity is escaped like other text', () => {
  expect(escapeXml('&amp;')).toBe('&amp;amp;')
})
