import type { CalendarPage, CalendarPayment } from '../../admin-api/contract/calendar.ts'

/** The next payment expected of MSTY as of May 29, 2026. */
export function makePayment(given: Partial<CalendarPayment> = {}): CalendarPayment {
  return {
    symbol: 'MSTY',
    exDate: '2026-06-04',
    exDateRange: null,
    payDate: '2026-06-05',
    kind: 'regular',
    ownBy: '2026-06-03',
    isOnRecord: false,
    areDaysChecked: false,
    declaredBy: null,
    isProjected: false,
    amount: 0.3,
    range: { low: 0.25, high: 0.37 },
    ...given
  }
}

/** The weeks of May 25 and June 1, 2026. */
export function makeCalendar(payments: CalendarPayment[]): CalendarPage {
  return {
    kind: 'calendar',
    asOf: '2026-05-29',
    from: '2026-05-25',
    until: '2026-06-05',
    funds: [],
    payments,
    notices: [],
    closures: [{ day: '2026-05-25', name: 'Memorial Day', closes: 'exchange' }],
    leftOut: []
  }
}
