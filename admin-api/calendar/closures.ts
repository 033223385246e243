import type { Closure } from '../contract/calendar.ts'
import { addDays } from '../market-days/days.ts'
import { bankHolidays, exchangeHolidays, specialClosures } from '../market-days/market-calendar.ts'
import type { IsoDay } from '../market-days/types.ts'

/** Holidays by month, except January and months with two, where the day decides. */
const holidayOfMonth: Readonly<Record<string, string>> = {
  '02': "Washington's Birthday",
  '03': 'Good Friday',
  '04': 'Good Friday',
  '05': 'Memorial Day',
  '06': 'Juneteenth',
  '07': 'Independence Day',
  '09': 'Labor Day',
  '11': 'Thanksgiving Day',
  '12': 'Christmas Day'
}

/** Month and day of holidays that move when they fall on a weekend. */
const fixedDays: Readonly<Record<string, string>> = {
  "New Year's Day": '01-01',
  Juneteenth: '06-19',
  'Independence Day': '07-04',
  'Christmas Day': '12-25',
  'Veterans Day': '11-11'
}

/** Exchange and bank holidays with their common names, ascending. */
export function closuresBetween(from: IsoDay, until: IsoDay): Closure[] {
  const [first, last] = [Number(from.slice(0, 4)), Number(until.slice(0, 4))]
  const years = Array.from({ length: last - first + 1 }, (_, i) => first + i)
  const special = Object.entries(specialClosures).map(([day, { why }]) => ({ day, name: why }))
  const closed = [
    ...years.flatMap(exchangeHolidays).map((day) => ({ day, name: nameHoliday(day) })),
    ...special
  ].map((closure) => ({ ...closure, closes: 'exchange' as const }))
  const bankClosures = years.flatMap(bankHolidays).map((day) => ({
    day,
    name: day.slice(5, 7) === '10' ? 'Columbus Day' : withObserved('Veterans Day', day),
    closes: 'bank' as const
  }))
  return [...closed, ...bankClosures]
    .filter(({ day }) => day >= from && day <= until)
    .sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** @param day an exchange holiday. @throws RangeError for any other day */
function nameHoliday(day: IsoDay): string {
  const month = day.slice(5, 7)
  // New Year's Day may be observed on January 2; Martin Luther King Jr. Day is January 15 or later.
  if (month === '01')
    return Number(day.slice(8)) <= 2 ? withObserved("New Year's Day", day) : 'Martin Luther King Jr. Day'
  const name = holidayOfMonth[month]
  if (name === undefined) throw new RangeError(`nameHoliday needs an exchange holiday, got ${day}`)
  return withObserved(name, day)
}

function withObserved(name: string, day: IsoDay): string {
  const fixed = fixedDays[name]
  const year = day.slice(0, 4)
  if (fixed === undefined || day === `${year}-${fixed}`) return name
  const isNear = [-1, 1].some((shift) => addDays(`${year}-${fixed}`, shift) === day)
  return isNear ? `${name} (observed)` : name
}
