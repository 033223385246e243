export type CalendarService = {
  name: 'Google' | 'Apple' | 'Outlook'
  href: string
  /** Whether it opens a web page of the service instead of an app on the device. */
  isPage: boolean
}

/**
 * Links to subscribe to a calendar feed. Google takes its webcal address, Outlook its https address and a name for the
 * calendar; the webcal address itself opens Apple Calendar and other apps.
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
