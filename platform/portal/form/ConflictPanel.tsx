import { Button, Text } from '@mantine/core'
import { useContext, useEffect, useRef } from 'react'
import { t } from '#platform/conflict-messages.ts'
import { isId } from '#platform/ids.ts'
import { t as tPages } from '#platform/page-messages.ts'
import type { Permission } from '#platform/permissions.ts'
import { useCall } from '../api/queries.ts'
import { ChangeLine } from '../record/RecordChanges.tsx'
import { type RecordHistory, unlessBefore } from '../record/record-history.ts'
import { useMay } from '../session/viewer.tsx'
import { createStore, useStore } from '../ui/store.ts'
import { ChoiceNames } from './choice-names.ts'
import classes from './form.module.css'
import { isSame, takenWith } from './merge-draft.ts'
import { type Conflict, type Draft, type DraftSchema, inputOf } from './use-draft.ts'

type Values = Readonly<Record<string, unknown>>
type Names = Readonly<Record<string, string>>
type Props<S extends DraftSchema> = {
  draft: Draft<S>
  conflict: Conflict<Values>
  history: RecordHistory | undefined
}

const NO_NAMES = createStore<Names>({})

/** The fields that somebody else changed while the form was open: theirs and yours. */
export default function ConflictPanel<S extends DraftSchema>({ draft, conflict, history }: Props<S>) {
  const { theirs, changed } = conflict
  const panel = useRef<HTMLElement>(null)
  // The button of the save may be far below.
  useEffect(() => {
    if (conflict) panel.current?.scrollIntoView({ block: 'center' })
  }, [conflict])
  const names = useStore(useContext(ChoiceNames) ?? NO_NAMES)
  const values = draft.form.getValues() as Values
  const rows = changed.flatMap(({ name, isMine }) => {
    const described = draft.described.get(name)
    if (!described) return []
    const show = (value: unknown) => described.show?.(value as never) || textOf(value, names) || '–'
    return { name, isMine, label: described.label, theirs: show(theirs[name]), yours: show(values[name]) }
  })
  const take = (name: string) => {
    draft.set(Object.fromEntries(takenWith(name, draft.together).map((one) => [one, theirs[one]])) as never)
    const input = inputOf(panel.current?.closest('form'), name)
    ;(input ?? panel.current)?.focus()
  }
  return (
    <section ref={panel} tabIndex={-1} className={classes.conflict} aria-label={t('ConflictTitle').text}>
      <Text fw={600} role="alert">
        {t('ConflictTitle').text}
      </Text>
      {history && <LastChange {...history} since={conflict.since} />}
      <Text size="sm">{t('ConflictHelp').text}</Text>
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('ConflictField').text}</th>
              <th scope="col">{t('ConflictTheirs').text}</th>
              <th scope="col">{t('ConflictYours').text}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <th scope="row">{row.label}</th>
                <td>{row.theirs}</td>
                <td>
                  {row.isMine && !isSame(values[row.name], theirs[row.name]) ? (
                    <>
                      {row.yours}
                      <Button
                        variant="subtle"
                        size="compact-sm"
                        aria-label={t('ConflictTakeOf', { field: row.label }).text}
                        onClick={() => take(row.name)}
                      >
                        {t('ConflictTake').text}
                      </Button>
                    </>
                  ) : (
                    <Text c="dimmed">{t(row.isMine ? 'ConflictTaken' : 'ConflictNotYours').text}</Text>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** Who has changed the record since it was read, and when, to those who may read its history. */
function LastChange({ operation, params, last, timeZone, since }: RecordHistory & { since: number }) {
  const isOpen = useMay(...[operation.needs.permission as Permission | Permission[]].flat())
  const select = (rows: unknown) => unlessBefore(since, last(rows))
  const changes = useCall(operation, { params }, { enabled: isOpen, staleTime: 0, select })
  return changes.data ? <ChangeLine row={changes.data} timeZone={timeZone} /> : null
}

/** A value whose field does not say how it is shown: an id by the name that a choice has shown. */
function textOf(value: unknown, names: Names): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return tPages(value ? 'WordYes' : 'WordNo').text
  if (Array.isArray(value)) return value.map((one) => textOf(one, names)).join(', ')
  if (typeof value === 'object') return t('ConflictOther').text
  const text = String(value)
  return names[text] ?? (isId(text) ? t('ConflictOther').text : text)
}
