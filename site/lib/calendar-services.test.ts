import { expect, test } from 'vitest'
import { calendarServices } from './calendar-services.ts'

test('each service gets the complete URL in its own form, commas included', () => {
  const services = calendarServices(
    'https://doubloon.example/api/calendar.ics?f=MSTY,ULTY',
    'Doubloon: my fleet'
  )
  const [google, apple, outlook] = services.map(({ href }) => new URL(href))
  expect(google?.searchParams.get('cid')).toBe('webcal://doubloon.example/api/calendar.ics?f=MSTY,ULTY')
  expect(google?.origin).toBe('https://calendar.google.com')
  expect(apple?.href).toBe('webcal://doubloon.example/api/calendar.ics?f=MSTY,ULTY')
  expect(outlook?.searchParams.get('url')).toBe('https://doubloon.example/api/calendar.ics?f=MSTY,ULTY')
  expect(outlook?.searchParams.get('name')).toBe('Doubloon: my fleet')
  // Outlook would show a '+' for a space encoded as one.
  expect(outlook?.search).toContain('Doubloon%3A%20my%20fleet')
})
