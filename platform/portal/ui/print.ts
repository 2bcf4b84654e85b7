import { flushSync } from 'react-dom'
import { createStore } from './store.ts'

/** Whether the page is being printed. */
export const printing = createStore(false)

/** Mantine's attribute of the page, on which all colours depend (theme.css). */
const SCHEME = 'data-mantine-color-scheme'

/** Paper is white: what is printed is in the light scheme, whatever the screen shows. */
export function printInLight() {
  const page = document.documentElement
  let onScreen: string | null = null
  addEventListener('beforeprint', () => {
    onScreen = page.getAttribute(SCHEME)
    page.setAttribute(SCHEME, 'light')
    // Before the page is drawn on paper.
    flushSync(() => printing.write(true))
  })
  addEventListener('afterprint', () => {
    if (onScreen) page.setAttribute(SCHEME, onScreen)
    printing.write(false)
  })
}
