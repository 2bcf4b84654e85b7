import { defineMessages, type Message } from './define-messages.ts'
import type { Entity } from './entity.ts'

/** Texts of the help that several features have; loaded when it is opened. */
export const t = defineMessages('Help', {
  TitleChecklist: 'First steps',
  StepDone: '(done)',
  HelpGuide: 'How to do it, step by step',
  HelpGuides: 'All how-to pages',
  HelpCreate:
    'Fill in the required fields and save: the new record opens. “Save and add another” keeps the form for the next one.',
  HelpRecord:
    'One record with its fields. If a colleague saves it before you, both versions are shown field by field and nothing that you typed is lost. The history says who changed what.',
})

/** What a screen is for and what to do first, and the name of its page among `docs/how-to`. */
export type ScreenHelp = { readonly text: Message; readonly guide: string }
/** The help of a feature's screens, by their paths. */
export type FeatureHelp = Readonly<Record<string, ScreenHelp>>

/** The help of the screens of a kind of record; `list`: the text of its list. */
export const entityHelp = ({ path, editPath }: Entity, list: Message): FeatureHelp => ({
  [`${path}/list`]: { text: list, guide: 'get-started' },
  [`${path}/create`]: { text: t('HelpCreate'), guide: 'get-started' },
  [editPath]: { text: t('HelpRecord'), guide: 'merge-changes' },
})
