import svg from './galleon.svg?raw'

/** SVG group of a three-master, bow to the left, 420 by 320 units. */
export const galleon = svg.slice(svg.indexOf('<g'), svg.lastIndexOf('</svg>')).trim()
