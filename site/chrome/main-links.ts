/** What the header of every page leads to. */
export const mainLinks = [
  { href: '/', text: 'Home' },
  { href: '/weekly-battle', text: 'Weekly Battle' },
  { href: '/learn', text: 'Learn' },
  { href: '/fleet', text: 'My fleet' },
  { href: '/calendar', text: 'Calendar' },
  { href: '/compare', text: 'Compare' },
  { href: '/roi-rankings', text: 'Rankings' },
  { href: '/funds', text: 'Funds' },
  { href: '/accuracy', text: 'Accuracy' },
  { href: '/blog', text: 'Blog' }
] as const

/** What only the phone's menu and the footer have room for. */
export const furtherLinks = [
  { href: '/about', text: 'About' },
  { href: '/contact', text: 'Contact' }
] as const
