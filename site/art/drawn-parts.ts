import svg from './galleon.svg?raw'

/** SVG group of a three-master, bow to the left, 420 by 320 units. */
export const galleon = svg.slice(svg.indexOf('<g'), svg.lastIndexOf('</svg>')).trim()

/** Path of a row of waves `span` long, from the left edge to `width`. */
export function swell(width: number, y: number, span: number, height: number, shift: number): string {
  return `M${shift - span} ${y}${`q${span / 2} ${-height * 2} ${span} 0`.repeat(Math.ceil(width / span) + 2)}`
}

/** Path of fine lines from one point, like those of an old chart. */
export function rhumbLines({ x, y }: { x: number; y: number }, length: number): string {
  return Array.from({ length: 32 }, (_, i) => {
    const angle = (i * Math.PI) / 16
    return `M${x} ${y}L${(x + length * Math.cos(angle)).toFixed(0)} ${(y + length * Math.sin(angle)).toFixed(0)}`
  }).join('')
}

function star(points: number, long: number, short: number, turn = 0): string {
  return Array.from({ length: points * 2 }, (_, i) => {
    const angle = turn + (i * Math.PI) / points - Math.PI / 2
    const radius = i % 2 === 0 ? long : short
    return `${(24 + radius * Math.cos(angle)).toFixed(1)},${(24 + radius * Math.sin(angle)).toFixed(1)}`
  }).join(' ')
}

/** The logo, a doubloon with an eight-pointed star: SVG content for a viewBox of 48 by 48. Legible from 16 px up. */
export const coinDrawing = `<circle cx="24" cy="24" r="23" fill="#e0b04a"/>
<circle cx="24" cy="24" r="20.6" fill="none" stroke="#8a5d12" stroke-width="2.2" stroke-dasharray="1.5 1.74"/>
<circle cx="24" cy="24" r="17.4" fill="#f0cd78" stroke="#8a5d12" stroke-width="1"/>
<polygon points="${star(4, 10, 3.4, Math.PI / 4)}" fill="#b57d1c"/>
<polygon points="${star(4, 15.4, 3.6)}" fill="#6e4709"/>
<path d="M24 8.6V24l-2.5-2.5zM39.4 24H24l2.5-2.5zM24 39.4V24l2.5 2.5zM8.6 24H24l-2.5 2.5z" fill="#fbe7ae"/>`
