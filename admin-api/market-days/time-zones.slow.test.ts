import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Prints calendar results for a few years, daylight saving changes and leap days included. */
const program = `
  import { addDays, formatLongDay, weekdayOf } from './days.ts'
  import { addSessions, exchangeHolidays, isSession, isSettlementDay } from './market-calendar.ts'
  import { nextMonthlyExDate } from './monthly-pattern.ts'
  import { nextExDate, payDateFor } from './next-dates.ts'

  const payments = ['2023-12-07', '2023-12-14', '2023-12-21'].map((exDate) => ({
    exDate, payDate: addSessions(exDate, 1), amount: 1
  }))
  const printed = []
  for (let day = '2023-12-21'; day < '2028-04-01'; day = addDays(day, 1)) {
    printed.push(day, weekdayOf(day), isSession(day), isSettlementDay(day), addSessions(day, -1))
  }
  let day = '2023-12-21'
  for (let week = 0; week < 220; week += 1) {
    day = nextExDate({ frequency: 52, payments, dates: undefined }, day)
    printed.push(formatLongDay(day), payDateFor(day, payments))
  }
  const firsts = ['2023-10-02', '2023-11-01', '2023-12-01'].map((exDate) => ({ exDate, payDate: addSessions(exDate, 1) }))
  for (let month = '2023-12-01', i = 0; i < 50; i += 1) {
    month = nextMonthlyExDate(firsts, month, 1)
    printed.push(month)
  }
  printed.push(...exchangeHolidays(2026).map(({ day }) => day))
  process.stdout.write(printed.join(' '))
`

function readIn(zone: string): string {
  return execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    cwd: import.meta.dirname,
    env: { ...process.env, TZ: zone, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1' },
    encoding: 'utf8'
  })
}

test('results do not depend on the time zone of the process', () => {
  const [here, ...others] = ['UTC', 'America/New_York', 'Asia/Tokyo', 'Pacific/Kiritimati'].map(readIn)
  expect(here).toMatch(/^2023-12-21 4 true true 2023-12-20 /)
  for (const other of others) expect(other).toBe(here)
})
