import { t as tSession } from '#features/session/messages.ts'
import { SCHEMES, useAppearance } from '#features/session/portal/shared/color-scheme.ts'
import { hasWords } from '#platform/fold-text.ts'
import { t } from '#platform/palette-messages.ts'
import { useSignOut } from '../app/sign-out.ts'

type Command = { readonly title: string; readonly words: string; readonly run: () => void }

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
