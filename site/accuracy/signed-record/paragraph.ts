export function paragraph(text: string, className = ''): HTMLElement {
  return Object.assign(document.createElement('p'), { textContent: text, className })
}
