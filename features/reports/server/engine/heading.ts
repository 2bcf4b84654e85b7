import type { Translate } from '#platform/server/http/language.ts'
import { t as server } from '#platform/server/messages.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { t } from '../../messages.ts'
import type { Part } from '../../model.ts'
import { t as viewer } from '../../viewer-messages.ts'
import type { CellText } from './cell-text.ts'
import { MAX_CHOICES } from './choices.ts'
import type { Definition, Values } from './definition.ts'

/** Names of chosen values that the heading lists; more are only counted. */
const MAX_NAMES = 5

type Heading = {
  readonly title: string
  readonly definition: Definition
  readonly values: Values
  readonly translate: Translate
  readonly now: Date
  readonly timeZone: string
  readonly text: CellText
}

/** The heading of a report: organisation, 'data as of', and the values of its parameters by name. */
export async function headingOf(db: Db, { title, definition, values, translate, now, timeZone, text }: Heading): Promise<Part> {
  const { name, culture } = await db.selectFrom('organisations').select(['name', 'culture']).executeTakeFirstOrThrow()
  const asOf = now.toLocaleString('sv-SE', { timeZone })
  const details: [string, string][] = [[translate(t('DetailAsOf')), `${text(asOf, 'time')} (${timeZone})`]]
  for (const parameter of definition.parameters) {
    const value = values[parameter.id]
    if (parameter.isVisible === false) continue
    const isChosen = Array.isArray(value) || (parameter.choices && value)
    const shown = isChosen ? await namesOf(parameter, [value].flat() as string[]) : String(value ?? '')
    details.push([translate(parameter.text), parameter.type === 'DateTime' ? text(shown, 'day') : shown])
  }
  return { kind: 'heading', language: culture, title, organisation: name, details }

  async function namesOf(parameter: Definition['parameters'][number], chosen: readonly string[]): Promise<string> {
    if (chosen.length === 0) return translate(viewer('DetailAll'))
    const choices = (await parameter.choices?.(db, { values, translate, search: '' })) ?? []
    const names = choices.filter(({ value }) => chosen.includes(value)).map(({ name: one }) => one)
    if (names.length === 0) return translate(server('TitleNotFound'))
    // Of a long list not every chosen value is offered; in a short one those that are not do not exist for the reader.
    const rest = (choices.length < MAX_CHOICES ? names.length : chosen.length) - Math.min(names.length, MAX_NAMES)
    return [...names.slice(0, MAX_NAMES), ...(rest > 0 ? [`+ ${rest}`] : [])].join(', ')
  }
}
