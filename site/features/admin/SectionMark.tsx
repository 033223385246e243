import type { ReactNode } from 'react'

/* Line drawings on a 24 x 24 grid, as ui/Icon.tsx has them; these are for the bridge alone. */
const drawings = {
  spyglass: (
    <path d="m3 17.5 9.500-5 2.500 4.500-9.500 5zM12 12.500l3-7.500 5.500-2.500 1.5 3-3.500 4.500-3.500 7M16.500 4.500l2.500 5" />
  ),
  target: (
    <>
      <circle cx="12" cy="12" r="9" />
      <circle cx="12" cy="12" r="4.5" />
      <path d="M12 1.500v4M12 18.500v4M1.500 12h4M18.500 12h4M12 12h.01" />
    </>
  ),
  anchor: (
    <>
      <circle cx="12" cy="4.500" r="2.500" />
      <path d="M12 7v14.500M7.500 10.500h9M3.500 14c.5 4.500 3.500 7 8.500 7.500 5-.5 8-3 8.500-7.500M3.500 14l-1.500 3M3.500 14l3 2M20.500 14l1.500 3M20.500 14l-3 2" />
    </>
  ),
  hourglass: (
    <path d="M5.500 2.500h13M5.500 21.500h13M7 2.500c0 5 3.500 6 5 9.500 1.5-3.500 5-4.500 5-9.500M7 21.500c0-5 3.500-6 5-9.500 1.5 3.500 5 4.500 5 9.500M9.500 18.500h5" />
  )
} satisfies Record<string, ReactNode>

export function SectionMark({ name }: { name: keyof typeof drawings }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {drawings[name]}
    </svg>
  )
}
