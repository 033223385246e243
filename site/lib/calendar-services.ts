export type CalendarService = {
  name: 'Google' | 'Apple' | 'Outlook'
  href: string
  /** It opens a page of the service; the other opens a program of the device. */
  isPage: boolean
}

/**
 * Where a subscription to a feed is begun. Google takes the feed by its webcal address, Outlook by its https address and
 * with the name the calendar is to have; Apple's programs, and others, are opened by the webcal address itself.
 * @param address of the feed, whole
 */
export function calendarServices(address: string, name: string): CalendarService[] {
  const webcal = address.replace(/^https?:/, 'webcal:')
  return [
    {
      name: 'Google',
      href: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`,
      isPage: true
    },
    { name: 'Apple', href: webcal, isPage: false },
    {
      name: 'Outlook',
      href: `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(address)}&name=${encodeURIComponent(name)}`,
      isPage: true
    }
  ]
}
