/** Pages of the admin area, in the order of their menu. */
export const adminPages = [
  { id: 'overview', name: 'Overview', path: '/admin' },
  { id: 'collect', name: 'Collect', path: '/admin/collect' },
  { id: 'review', name: 'Review', path: '/admin/review' },
  { id: 'history', name: 'History', path: '/admin/history' },
  { id: 'funds', name: 'Funds', path: '/admin/funds' },
  { id: 'posts', name: 'Posts', path: '/admin-blog' },
  { id: 'log', name: 'Log', path: '/admin/log' },
  { id: 'settings', name: 'Settings', path: '/admin/settings' }
] as const

export type AdminPageId = (typeof adminPages)[number]['id']
