/** Opens a panel over the page, which does not scroll meanwhile; Escape, a click outside and its button close it. */
export function openPanel(panel: HTMLDialogElement) {
  panel.showModal()
  panel.onclick = ({ target }) => {
    if (target === panel || (target as HTMLElement).closest('[data-close], a')) panel.close()
  }
}
