import coin from './coin.svg?raw'
import ship from './galleon.svg?raw'

/** SVG group of a three-master, bow to the left, 420 by 320 units. */
export const galleon = contentOf(ship)

/** The logo, a doubloon with an eight-pointed star: SVG content for a viewBox of 48 by 48. Legible from 16 px up. */
export const coinDrawing = contentOf(coin)

function contentOf(svg: string): string {
  return svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>')).trim()
}
