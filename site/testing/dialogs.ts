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
