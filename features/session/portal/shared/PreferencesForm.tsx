import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { DATE_FORMATS, type DateFormat, dateTimeText } from '#platform/date-format.ts'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#platform/language.ts'
import { useIsConnectionLost } from '#platform/portal/api/connection.ts'
import { useChange } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { t as tPortal } from '#platform/portal/messages.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { session } from '../../contract.ts'
import { t } from '../../messages.ts'

/** The value of the choice 'organisation default'. */
const NONE = ''

/**
 * The user's own language and date format, stored on the server (spec 1 §9). `close` ends a dialog around it; on the profile page
 * another form has the primary button.
 */
export function PreferencesForm({ close }: { close?: () => void }) {
  const { preferences, organisation } = useViewer()
  const isConnectionLost = useIsConnectionLost()
  const [language, setLanguage] = useState<string>(preferences.language ?? NONE)
  const [dateFormat, setDateFormat] = useState<string>(preferences.dateFormat ?? NONE)
  const [now] = useState(() => new Date().toISOString())
  const asOrganisation = { value: NONE, label: t('ChoiceAsOrganisation').text }
  const save = useChange(session.preferences, {
    refreshes: [session.preload],
    title: t('MsgPreferencesFailed').text,
    onDone: ({ Message }) => {
      toast.success(Message)
      close?.()
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate({
      input: { Language: (language || null) as Language | null, DateFormat: (dateFormat || null) as DateFormat | null },
    })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap={16}>
        <NativeSelect
          {...(close && { 'data-autofocus': true })}
          label={t('LabelLanguage').text}
          description={t('HelpLanguage').text}
          data={[asOrganisation, ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))]}
          value={language}
          onChange={(event) => setLanguage(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('LabelDateFormat').text}
          data={[
            asOrganisation,
            ...DATE_FORMATS.map((value) => ({ value, label: dateTimeText(now, value, organisation.timeZone) })),
          ]}
          value={dateFormat}
          onChange={(event) => setDateFormat(event.currentTarget.value)}
        />
        <Group justify={close ? 'flex-end' : 'flex-start'} gap="sm">
          {close && (
            <Button variant="default" onClick={close}>
              {tPortal('WordCancel').text}
            </Button>
          )}
          <Button type="submit" variant={close ? 'filled' : 'default'} loading={save.isPending} disabled={isConnectionLost}>
            {tPortal('WordSave').text}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
