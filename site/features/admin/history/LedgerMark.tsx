/** An open account book with a ribbon. */
export function LedgerMark() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 40 40"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinejoin="round"
    >
      <path d="M20 9c-3.500-2.600-8.500-3.400-15-3v24c6.500-.4 11.500.4 15 3 3.500-2.600 8.500-3.400 15-3V6c-6.500-.4-11.500.4-15 3zM20 9v24" />
      <path
        d="M8.500 12c3-.1 5.600.2 8 1.200M8.500 17c3-.1 5.600.2 8 1.200M8.500 22c3-.1 5.600.2 8 1.200"
        strokeWidth="1.2"
      />
      <path
        d="M23.500 13.200c2.400-1 5-1.300 8-1.200M23.500 18.200c2.400-1 5-1.300 8-1.200"
        strokeWidth="1.2"
      />
      <path d="M27 29.400V36l2.300-1.900L31.600 36v-6.800" fill="currentColor" />
    </svg>
  )
}
