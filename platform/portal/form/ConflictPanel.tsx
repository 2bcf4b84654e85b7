import { Button, Text } from '@mantine/core'
import { t } from '#platform/conflict-messages.ts'
import classes from './form.module.css'
import type { FieldConflict } from './merge-draft.ts'

type Props = { rows: readonly FieldConflict[]; onTake: (name: string) => void }

/** The fields that somebody else changed while the form was open: theirs and yours. */
export default function ConflictPanel({ rows, onTake }: Props) {
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
            {rows.map(({ name, label, theirs, yours }) => (
              <tr key={name}>
                <th scope="row">{label}</th>
                <td>{theirs || '–'}</td>
                <td>
                  {yours === null ? <Text c="dimmed">{t('ConflictNotYours').text}</Text> : yours || '–'}
                  {yours !== null && (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      aria-label={t('ConflictTakeOf', { field: label }).text}
                      onClick={() => onTake(name)}
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
