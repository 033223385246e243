import { alignments } from '../../../../admin-api/contract/blog-markup.ts'
import type { Align } from '../../markup/blocks.ts'
import { alignmentOf } from '../../markup/from-html.ts'

type AlignData = { align: Align }

const wrapperClass = 'align-tune'

/** Alignment of a block, stored as a class of its wrapper, which the toolbar reads and sets. */
export class AlignTune {
  static isTune = true
  // Formatting that a post may have. Editor.js applies the rules of a tune to the text of its blocks.
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

  /** @param data is missing for a new block */
  constructor({ data }: { data?: AlignData }) {
    this.#wrapper.className = `${wrapperClass} ${data?.align ?? ''}`
  }

  wrap(content: HTMLElement): HTMLElement {
    // Editable text is focusable anyway; accessibility checkers require the attribute.
    for (const text of content.querySelectorAll<HTMLElement>('[contenteditable="true"]')) text.tabIndex = 0
    this.#wrapper.append(content)
    return this.#wrapper
  }

  /** Required by Editor.js for its menus, which the toolbar replaces. */
  render(): [] {
    return []
  }

  save(): AlignData {
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
