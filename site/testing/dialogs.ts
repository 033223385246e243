/** Lets dialogs open and close in jsdom, which has no top layer. */
export function completeDialogs(): void {
  HTMLDialogElement.prototype.showModal = HTMLDialogElement.prototype.show = function (
    this: HTMLDialogElement
  ) {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
}

/** Lets the buttons of popovers, and Escape, open and close them in jsdom. */
export function completePopovers(): void {
  const elements: object = HTMLElement.prototype
  if ('hidePopover' in elements) return
  const style = document.createElement('style')
  style.textContent = '[popover][data-open] { display: block }'
  document.head.append(style)
  const buttonOf = ({ id }: Element) => document.querySelector<HTMLElement>(`[popovertarget="${id}"]`)
  const toggle = (popover: HTMLElement, isOpen: boolean) => {
    const hasFocus = popover.contains(document.activeElement)
    popover.toggleAttribute('data-open', isOpen)
    popover.dispatchEvent(Object.assign(new Event('toggle'), { newState: isOpen ? 'open' : 'closed' }))
    if (!isOpen && hasFocus) buttonOf(popover)?.focus()
  }
  HTMLElement.prototype.hidePopover = function (this: HTMLElement) {
    if (this.hasAttribute('data-open')) toggle(this, false)
  }
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[popovertarget]') : null
    const popover = document.getElementById(button?.getAttribute('popovertarget') ?? '')
    if (popover !== null) toggle(popover, !popover.hasAttribute('data-open'))
  })
  document.addEventListener('keyup', ({ key }) => {
    const popover = document.querySelector<HTMLElement>('[popover][data-open]')
    if (key === 'Escape' && popover !== null) toggle(popover, false)
  })
}
