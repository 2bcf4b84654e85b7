import { useState } from 'react'
import { t as tSession } from '#features/session/messages.ts'
import { SCHEMES, useAppearance } from '#features/session/portal/shared/color-scheme.ts'
import { hasWords } from '#platform/fold-text.ts'
import { t } from '#platform/palette-messages.ts'
import { useSignOut } from '../app/sign-out.ts'

export type Command = { readonly title: string; readonly words: string; readonly run: () => void }

/** The commands of the user menu that the palette finds by their name or other usual words; none without a text. */
export function useCommands(text: string): readonly Command[] {
  const { choose } = useAppearance()
  const signOut = useSignOut()
  const schemes = SCHEMES.map(({ scheme, label }) => ({
    title: t('PaletteAppearance', { name: label }).text,
    words: t('WordsOfTheme').text,
    run: () => choose(scheme),
  }))
  const commands = [...schemes, { title: tSession('WordLogout').text, words: t('WordsOfLogout').text, run: signOut }]
  return text ? commands.filter(({ title, words }) => hasWords(`${title} ${words}`, text)) : []
}

/**
 * The actions of the record behind the palette: the buttons of its header that have a text, with their permissions and states. All
 * of them without a text. `name`: the record's; null on other screens.
 */
export function useRecordActions(text: string): { name: string | null; actions: readonly Command[] } {
  const [{ name, actions }] = useState(readRecordActions)
  return { name, actions: text ? actions.filter(({ title }) => hasWords(title, text)) : actions }
}

function readRecordActions() {
  const header = document.querySelector('main article header')
  // Cancel is no action of the record.
  const buttons =
    header?.querySelectorAll<HTMLButtonElement>('[data-record-actions] button:not(:disabled, [aria-label], [data-cancels])') ?? []
  return {
    name: header?.querySelector('h1')?.textContent ?? null,
    actions: [...buttons].map((button): Command => ({ title: button.textContent, words: '', run: () => button.click() })),
  }
}
