import './ships-wheel.css'

/** Pixels. */
const sizes = { sm: 40, md: 60, lg: 80, xl: 120 }

type ShipsWheelProps = {
  size?: keyof typeof sizes
  isFast?: boolean
  message?: string
}

const spokes = [0, 45, 90, 135, 180, 225, 270, 315]

/** Loading indicator. Place it inside a live region, so that screen readers announce it. */
export function ShipsWheel({
  size = 'md',
  isFast = false,
  message = 'Sailing the high seas...'
}: ShipsWheelProps) {
  return (
    <span className={`ships-wheel line items-center gap-3 ${isFast ? 'ships-wheel--fast' : ''}`}>
      <svg
        className="ships-wheel__wheel rigid"
        width={sizes[size]}
        height={sizes[size]}
        viewBox="0 0 64 64"
        aria-hidden="true"
      >
        {spokes.map((angle) => (
          <g key={angle} transform={`rotate(${angle} 32 32)`}>
            <rect x="30.75" y="9" width="2.5" height="17" />
            <path d="M32 1.5c1.9 0 2.7 1.4 2.4 3.2L33.5 9h-3l-.9-4.3C29.3 2.9 30.1 1.5 32 1.5z" />
          </g>
        ))}
        <circle cx="32" cy="32" r="19.5" fill="none" stroke="var(--gold-text)" strokeWidth="4" />
        <circle
          cx="32"
          cy="32"
          r="6.5"
          fill="var(--surface-raised)"
          stroke="var(--gold-text)"
          strokeWidth="3"
        />
        <circle cx="32" cy="32" r="2" />
      </svg>
      <span className="text-s">{message}</span>
    </span>
  )
}
