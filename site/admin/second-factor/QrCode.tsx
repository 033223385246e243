import { useMemo } from 'react'
import { encode } from 'uqr'

/** Empty modules around the code, as ISO/IEC 18004 asks for. */
const quietZone = 4

/** Always dark on light, which every camera reads. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawCode(text), [text])
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}

function drawCode(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: quietZone })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return { size, path: squares.join('') }
}
