import type { z } from 'zod'
import { packMessage } from '#platform/define-messages.ts'
import { type SavedSources, SECTION_OF, SOURCE_INPUTS, type SourceChanges } from '../../contract.ts'
import { SOURCE_KINDS, type SourceFields, type SourceKind, whyNotSource } from '../../rules.ts'

type Values = Readonly<Record<string, unknown>>
const namesOf = (kind: SourceKind) => Object.keys(SOURCE_INPUTS[kind].shape)

/** The fields of all sources in a form: each named by its kind and its name in the section. */
export const SOURCE_FIELDS: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  SOURCE_KINDS.flatMap((kind) =>
    Object.entries(SOURCE_INPUTS[kind].shape).map(([name, field]) => [`${kind}${name}`, field as z.ZodType]),
  ),
)

/** The field of a form with this name in a save, such as `ImportSftpSettings.Url`. */
export const sourceFieldOf = (name: string): string => {
  const kind = SOURCE_KINDS.find((one) => name.startsWith(`${SECTION_OF[one]}.`))
  return kind ? name.replace(`${SECTION_OF[kind]}.`, kind) : name
}

/** The values of a form before a change; passwords are empty. */
export const sourceValues = (saved: SavedSources): Record<string, unknown> =>
  Object.fromEntries(
    SOURCE_KINDS.flatMap((kind) => {
      const section: Values = saved[SECTION_OF[kind]]
      return namesOf(kind).map((name) => [`${kind}${name}`, name === 'Password' ? '' : (section[name] ?? '')])
    }),
  )
/** What is empty again after a save. */
export const NO_PASSWORDS = Object.fromEntries(SOURCE_KINDS.map((kind) => [`${kind}Password`, '']))

const sectionOf = (kind: SourceKind, values: Values): Values =>
  Object.fromEntries(namesOf(kind).map((name) => [name, values[`${kind}${name}`]]))

/** Whether the fields of a source differ from those that the form began with. */
export const isChanged = (kind: SourceKind, values: Values, before: Values): boolean =>
  namesOf(kind).some((name) => name !== 'Version' && values[`${kind}${name}`] !== before[`${kind}${name}`])

/** The changed sources, for a save. */
export const sourceChanges = (values: Values, before: Values): SourceChanges =>
  Object.fromEntries(
    SOURCE_KINDS.filter((kind) => isChanged(kind, values, before)).map((kind) => [SECTION_OF[kind], sectionOf(kind, values)]),
  ) as SourceChanges

/** The rules between the fields of each source, as in the save. */
export const checkSources = (saved: SavedSources) => (values: Values, context: z.RefinementCtx) => {
  for (const kind of SOURCE_KINDS) {
    const wrong = whyNotSource(kind, sectionOf(kind, values) as SourceFields, saved[SECTION_OF[kind]])
    if (wrong) context.addIssue({ code: 'custom', path: [`${kind}${wrong.field}`], message: packMessage(wrong.message) })
  }
}
