/** `share` of the best, 0 to 1. */
export function YieldBar({ share }: { share: number }) {
  return (
    <svg className="cell-drawing battle-bar" height="7" aria-hidden="true">
      <rect className="battle-bar__ground" width="100%" y="3" height="1" />
      <rect className="battle-bar__yield" width={percent(share)} height="7" />
    </svg>
  )
}

/** `share` of the widest on either side, -1 to 1; zero lies in the middle. */
export function ReturnBar({ share }: { share: number }) {
  const half = Math.abs(share) / 2
  return (
    <svg className="cell-drawing battle-bar" height="7" aria-hidden="true">
      <rect className="battle-bar__ground" width="100%" y="3" height="1" />
      <rect
        className={share < 0 ? 'battle-bar__loss' : 'battle-bar__gain'}
        x={percent(share < 0 ? 0.5 - half : 0.5)}
        width={percent(half)}
        height="7"
      />
      <line className="battle-bar__zero" x1="50%" x2="50%" y1="-2" y2="9" />
    </svg>
  )
}

function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`
}
