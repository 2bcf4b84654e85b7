import { useWindowEvent } from '@mantine/hooks'
import { useRef } from 'react'
import { areKeysOn, keysWork, takesText } from '#platform/portal/navigation/keys.ts'
import { useGo } from '#platform/portal/navigation/links.tsx'
import { mayOpen, type Screen } from '#platform/portal/navigation/screen.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { createStore } from '#platform/portal/ui/store.ts'
import { screens } from '../features.ts'

/** Whether the list of shortcuts is open, and the help of the screen. */
export const shortcutsOpen = createStore(false)
export const helpOpen = createStore(false)

/** How long G waits for the letter of a page, in ms. */
const LETTER_MS = 1500

type Reached = Screen & { readonly nav: { readonly key: string } }

/** The screens that have a letter and that the user may open. */
function useReachedByLetter(): readonly Reached[] {
  const viewer = useViewer()
  return screens.filter((screen): screen is Reached => screen.nav?.key !== undefined && mayOpen(screen, viewer))
}

/** Keys that work on every screen: G and a letter, '/', 'e', 'h' and '?'; returns the screens with a letter, for the list of keys. */
export function useShortcuts(search: () => void): readonly Screen[] {
  const go = useGo()
  const reached = useReachedByLetter()
  const goAt = useRef(Number.NEGATIVE_INFINITY)
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || takesText(event.target)) return
    const edits = event.key === 'e' && areKeysOn() ? editLinkOfDrawer() : null
    if (edits) return edits.click()
    if (!keysWork()) return
    const isSecond = event.timeStamp - goAt.current < LETTER_MS
    goAt.current = Number.NEGATIVE_INFINITY
    if (isSecond) {
      const screen = reached.find(({ nav }) => nav.key === event.key.toLowerCase())
      if (!screen) return
      // Not also a key of the page that is left.
      event.stopImmediatePropagation()
      go(screen.path)
    } else if (event.key === 'g') goAt.current = event.timeStamp
    else if (event.key === '?') shortcutsOpen.write(true)
    else if (event.key === 'h') helpOpen.write(true)
    else if (event.key === '/') (searchField() ?? { focus: search }).focus()
    else if (event.key === 'e') edit()
    else return
    event.preventDefault()
  })
  return reached
}

const searchField = () => document.querySelector<HTMLElement>('main input[type=search]')

/** Opens the form of the row that has the focus; on a record the first field gets it, or the tab with the form opens. */
function edit(): void {
  const row = document.activeElement?.closest('tr')
  const link = row?.querySelector<HTMLElement>('[data-edits]') ?? row?.querySelector<HTMLElement>('a')
  const fields = document.querySelectorAll<HTMLElement>('main form :is(input, textarea, select):not(:disabled, [type=search])')
  // A form stays on the page while another tab is open.
  const shown = [...fields].find((field) => field.checkVisibility())
  if (link) link.click()
  else if (shown) shown.focus()
  else document.querySelector<HTMLElement>('main nav [data-edits]')?.click()
}

/** The link to the form of what a drawer shows. */
const editLinkOfDrawer = () => document.querySelector<HTMLElement>('[role=dialog] [data-edits]')
