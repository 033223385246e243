/** A rolled sheet and a quill. */
export function LogMark() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 40 40"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinejoin="round"
    >
      <path d="M9 5h17v6M9 5a3 3 0 0 0-3 3v3h6V8a3 3 0 0 0-3-3zM12 11v21a3 3 0 0 0 3 3h13" />
      <path d="M15.500 16h7M15.500 20.500h5M15.500 25h3" strokeWidth="1.2" />
      <path d="M37 9c-6 .5-11.500 5.500-13.500 16l-1.500 6M37 9c.4 6.500-3.400 12.500-13.500 16" />
      <path d="M28 35a3 3 0 0 0 3-3v-3" />
    </svg>
  )
}
