import * as z from 'zod/mini'
import { alignments } from '../../../../admin-api/contract/blog-markup.ts'
import type { Align } from '../../markup/blocks.ts'

export const AlignData = z.object({ align: z.nullable(z.enum(alignments)) })
const wrapperClass = 'align-tune'

/** How a block is aligned. The class of the wrapper is the state, so that the toolbar can read and set it. */
export class AlignTune {
  static isTune = true
  // Editor.js applies the rules of a tune to the text of every block: this is the formatting a post may have.
  static sanitize = {
    b: {},
    strong: {},
    i: {},
    em: {},
    u: {},
    code: {},
    br: {},
    a: { href: true },
    span: { class: true }
  }

  readonly #wrapper = document.createElement('div')

  constructor({ data }: { data: unknown }) {
    const kept = AlignData.safeParse(data)
    this.#wrapper.className = wrapperClass
    if (kept.success && kept.data.align !== null) this.#wrapper.classList.add(kept.data.align)
  }

  wrap(content: HTMLElement): HTMLElement {
    // An editable text can have the focus anyway; the attribute makes it known to accessibility checkers too.
    for (const text of content.querySelectorAll<HTMLElement>('[contenteditable="true"]')) text.tabIndex = 0
    this.#wrapper.append(content)
    return this.#wrapper
  }

  /** For the menus of Editor.js, which the toolbar replaces. */
  render(): [] {
    return []
  }

  save(): z.output<typeof AlignData> {
    return { align: alignmentOf(this.#wrapper) }
  }
}

export function alignmentWithin(holder: Element): Align {
  const wrapper = holder.querySelector(`.${wrapperClass}`)
  return wrapper === null ? null : alignmentOf(wrapper)
}

export function alignWithin(holder: Element, align: Align): void {
  const wrapper = holder.querySelector(`.${wrapperClass}`)
  wrapper?.classList.remove(...alignments)
  if (align !== null) wrapper?.classList.add(align)
}

function alignmentOf(element: Element): Align {
  return alignments.find((alignment) => element.classList.contains(alignment)) ?? null
}
