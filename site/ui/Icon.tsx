import type { ReactNode } from 'react'

/* Inline, because the runtime of an icon library is larger than all of these. */
const drawings = {
  up: <path d="M12 20V5m-6 6 6-6 6 6" />,
  down: <path d="M12 4v15m-6-6 6 6 6-6" />,
  reset: <path d="M4 4v5h5M4.6 9A8 8 0 1 1 4 13.5" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  search: (
    <>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m16 16 4.5 4.5" />
    </>
  ),
  share: <path d="M12 15V4M8 7.5 12 3.500l4 4M5 13v6a1.5 1.5 0 0 0 1.5 1.500h11A1.5 1.5 0 0 0 19 19v-6" />,
  compass: (
    <>
      <circle cx="12" cy="12" r="9.5" />
      <path d="m15.8 8.2-2.3 5.3-5.3 2.3 2.3-5.300z" />
    </>
  ),
  coins: (
    <>
      <ellipse cx="9" cy="7" rx="6" ry="3" />
      <path d="M3 7v5c0 1.7 2.7 3 6 3m6-8v3M3 12v5c0 1.7 2.7 3 6 3 .7 0 1.4-.1 2-.2" />
      <ellipse cx="16" cy="14" rx="5" ry="2.5" />
      <path d="M11 14v4.500c0 1.4 2.2 2.5 5 2.500s5-1.1 5-2.500V14" />
    </>
  ),
  chart: <path d="M3.5 3.500v17h17M8 17v-5m4.5 5V7m4.5 10v-7" />
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof drawings

export function Icon({ name }: { name: IconName }) {
  return <LineIcon>{drawings[name]}</LineIcon>
}

/** Frame of a line icon on a 24 x 24 grid, in the text color. */
export function LineIcon({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}
