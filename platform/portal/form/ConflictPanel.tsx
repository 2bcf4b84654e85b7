import { Button, Text } from '@mantine/core'
import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { t } from '#platform/conflict-messages.ts'
import { isId } from '#platform/ids.ts'
import { t as tPortal } from '../messages.ts'
import classes from './form.module.css'
import type { Conflict, Draft, DraftSchema } from './use-draft.ts'

type Values = Readonly<Record<string, unknown>>
/** How a value is shown where it is not its own text, such as the name of an id; '' if the form does not know. */
export type ShownValues = { readonly [field: string]: (value: never) => string }
type Props<S extends DraftSchema> = {
  draft: Draft<S>
  conflict: Conflict<Values>
  shows?: ShownValues | undefined
}

/** The fields that somebody else changed while the form was open: theirs and yours, by the labels of their inputs. */
export default function ConflictPanel<S extends DraftSchema>({ draft, conflict, shows }: Props<S>) {
  const { theirs, changed } = conflict
  const [rows, setRows] = useState<{ name: string; label: string; theirs: string; yours: string | null }[]>([])
  const show = shows as Readonly<Record<string, ((value: unknown) => string) | undefined>> | undefined
  const shown = (name: string, value: unknown) => (value === null || value === '' ? '' : (show?.[name]?.(value) ?? ''))
  const readInputs = useEffectEvent(() =>
    setRows(
      changed.flatMap(({ name, isMine }) => {
        const node = draft.form.getInputNode(name as never) as Partial<HTMLInputElement> | null
        const label = node?.labels?.[0]?.textContent?.replace(/\s*\*$/, '')
        if (!label && !isMine) return []
        const typed = node?.type === 'checkbox' ? '' : (node?.value ?? '')
        const mine: unknown = draft.form.getValues()[name]
        return {
          name,
          label: label ?? name,
          // The input of what is not mine shows theirs, of a choice the name.
          theirs: shown(name, theirs[name]) || (isMine ? '' : typed) || plainText(theirs[name]),
          yours: isMine ? shown(name, mine) || typed || plainText(mine) : null,
        }
      }),
    ),
  )
  // The inputs have their labels, and choices their names, once they show the merged values.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each conflict is read once
  useLayoutEffect(() => readInputs(), [conflict])
  const take = (name: string) => {
    draft.set({ [name]: theirs[name] } as never)
    setRows(rows.map((row) => (row.name === name ? { ...row, yours: null } : row)))
  }
  return (
    <section role="alert" className={classes.conflict} aria-label={t('ConflictTitle').text}>
      <Text fw={600}>{t('ConflictTitle').text}</Text>
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
                <td>{row.theirs || '–'}</td>
                <td>
                  {row.yours === null ? <Text c="dimmed">{t('ConflictNotYours').text}</Text> : row.yours || '–'}
                  {row.yours !== null && (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      aria-label={t('ConflictTakeOf', { field: row.label }).text}
                      onClick={() => take(row.name)}
                    >
                      {t('ConflictTake').text}
                    </Button>
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

/** A value without the help of its form: an id has no text of its own. */
function plainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return tPortal(value ? 'WordYes' : 'WordNo').text
  if (Array.isArray(value)) return value.map(plainText).join(', ')
  if (typeof value === 'object') return 'Name' in value ? String(value.Name) : t('ConflictOther').text
  return isId(String(value)) ? t('ConflictOther').text : String(value)
}
