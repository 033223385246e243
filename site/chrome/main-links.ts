/** Links in the header of every page. */
export const mainLinks = [
  { href: '/', text: 'Home' },
  { href: '/weekly-battle', text: 'Weekly Battle' },
  { href: '/learn', text: 'Learn' },
  { href: '/fleet', text: 'My Fleet' },
  { href: '/calendar', text: 'Calendar' },
  { href: '/compare', text: 'Compare' },
  { href: '/roi-rankings', text: 'Rankings' },
  { href: '/funds', text: 'Funds' },
  { href: '/accuracy', text: 'Accuracy' },
  { href: '/weeks', text: 'Weekly report' },
  { href: '/blog', text: 'Blog' }
] as const

/** Links shown only in the phone's menu and the footer, which have room for them. */
export const furtherLinks = [
  { href: '/about', text: 'About' },
  { href: '/contact', text: 'Contact' }
] as const
