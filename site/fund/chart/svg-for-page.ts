/**
 * Makes an SVG that ECharts drew on the server fit for a page: no style element and no style attributes
 * (the content security policy blocks them), no ids that change from one drawing to the next, a name
 * for screen readers. `id` must be unique on the page; `className` shows or hides the drawing.
 */
export function svgForPage(svg: string, page: { id: string; className: string; label: string }): string {
  return svg
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/ class="[^"]*"/g, '')
    .replace(/ ecmeta_\w+="[^"]*"/g, '')
    .replace(/ pointer-events="[^"]*"/g, '')
    .replace(/ style="([^"]*)"/g, (_match, style: string) => presentationAttributes(style))
    .replace(/\bzr\d+-/g, `${page.id}-`)
    .replace(/<rect [^>]*fill="none"[^>]*><\/rect>/, '')
    .replace(/ (xmlns:xlink|version|baseProfile|xml:space)="[^"]*"/g, '')
    .replace('<svg ', `<svg class="${page.className}" role="img" aria-label="${escaped(page.label)}" `)
    .replace(/><\/(path|rect|circle)>/g, '/>')
    .replace(/\s*\n\s*/g, '')
}

/** 'font-size:12px;font-family:inherit;' -> ' font-size="12px"'; what is inherited need not be said. */
function presentationAttributes(style: string): string {
  return style
    .split(';')
    .map((declaration) => declaration.split(':').map((part) => part.trim()))
    .filter(
      ([name, value]) => name !== undefined && name !== '' && value !== undefined && value !== 'inherit'
    )
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
