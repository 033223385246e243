export type CalendarService = {
  name: 'Google' | 'Apple' | 'Outlook'
  href: string
  /** Whether it opens a page of the service instead of a program on the device. */
  isPage: boolean
}

/**
 * Links to subscribe to a calendar feed. Google takes its webcal address, Outlook its https address and a name for the
 * calendar; the webcal address itself opens Apple's programs, and others.
 * @param address absolute https address of the feed
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
