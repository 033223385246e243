import { incomePath } from '../../admin-api/contract/pages.ts'

/** Links in the header of every page. */
export const mainLinks = [
  { href: '/', text: 'Home' },
  { href: '/weekly-battle', text: 'Weekly Battle' },
  { href: '/learn', text: 'Learn' },
  { href: '/fleet', text: 'My Fleet' },
  { href: '/calendar', text: 'Calendar' },
  { href: '/funds', text: 'Funds' },
  { href: '/accuracy', text: 'Accuracy' }
] as const

/** Links shown only in the phone's menu and the footer, which have room for them. */
export const furtherLinks = [
  { href: '/compare', text: 'Compare' },
  { href: '/roi-rankings', text: 'Rankings' },
  { href: incomePath, text: 'Income' },
  { href: '/weeks', text: 'Weekly report' },
  { href: '/blog', text: 'Blog' },
  { href: '/about', text: 'About' },
  { href: '/contact', text: 'Contact' }
] as const

/** Groups of pages that are tabs of each other; a page shows the first group that lists it. */
export const siblings = [
  [
    { href: '/weekly-battle', text: 'Yield on cost' },
    { href: '/roi-rankings', text: 'Total ROI' },
    { href: '/compare', text: 'Side by side' }
  ],
  [
    { href: '/funds', text: 'Funds' },
    { href: incomePath, text: 'Income' },
    { href: '/compare', text: 'Compare' },
    { href: '/roi-rankings', text: 'Rankings' }
  ],
  [
    { href: '/accuracy', text: 'Accuracy' },
    { href: '/weeks', text: 'Weekly report' }
  ]
]
