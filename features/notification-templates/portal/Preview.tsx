import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/SegmentedControl.css'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '#platform/portal/api/call.ts'
import { textsOf } from '#platform/portal/api/call-error.ts'
import { useChange } from '#platform/portal/api/queries.ts'
import { type EmailTemplateDraft, notificationTemplates } from '../contract.ts'
import { t } from '../messages.ts'

type Draft = z.input<typeof EmailTemplateDraft>
const PAUSE_MS = 400
/** Widths in px: of a telephone and of a mail program. */
const WIDTHS = { narrow: 320, wide: 620 } as const

/** The text as its recipient sees it, with sample values; it follows what is typed. */
export function Preview({ draft }: { draft: Draft }) {
  const [input] = useDebouncedValue(draft, PAUSE_MS)
  const [width, setWidth] = useState<keyof typeof WIDTHS>('wide')
  const { data, error } = useQuery({
    queryKey: ['template preview', input],
    queryFn: () => call(notificationTemplates.preview, { input }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (error) return <Text c="var(--stop)">{textsOf(error).message}</Text>
  if (!data) return null
  if (data.Sms)
    return (
      <Stack gap={4}>
        <Text style={{ whiteSpace: 'pre-wrap', border: '1px solid var(--line)', borderRadius: 8 }} p="sm" maw={360}>
          {data.Text}
        </Text>
        <Text size="sm" c="dimmed" role="status">
          {t('SmsParts', { units: data.Sms.Units, encoding: data.Sms.Encoding, parts: data.Sms.Parts }).text}
        </Text>
      </Stack>
    )
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text fw={600}>{data.Subject}</Text>
        <SegmentedControl
          size="xs"
          value={width}
          onChange={(value) => setWidth(value as keyof typeof WIDTHS)}
          data={[
            { value: 'wide', label: t('PreviewWide').text },
            { value: 'narrow', label: t('PreviewNarrow').text },
          ]}
        />
      </Group>
      {/* Without any permission: nothing in it runs, and it cannot reach the portal. */}
      <iframe
        title={t('TabPreview').text}
        sandbox=""
        srcDoc={data.Html ?? ''}
        style={{ width: '100%', maxWidth: WIDTHS[width], height: 420, border: '1px solid var(--line)', borderRadius: 8 }}
      />
    </Stack>
  )
}

/** Sends what is shown, before it is saved: to the viewer's own address, or to a number. */
export function TestArea({ draft, isSms, onSent }: { draft: Draft; isSms: boolean; onSent: (text: string) => void }) {
  const [phone, setPhone] = useState('')
  const test = useChange(notificationTemplates.sendTest, {
    refreshes: [],
    title: t('MsgTestFailed').text,
    onDone: ({ Message }) => onSent(Message),
  })
  return (
    <Group align="end">
      {isSms && (
        <TextInput
          label={t('LabelTestPhone').text}
          type="tel"
          autoComplete="off"
          value={phone}
          onChange={(event) => setPhone(event.currentTarget.value)}
        />
      )}
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate({ input: { ...draft, Phone: phone } })}>
        {t('ButtonSendTest').text}
      </Button>
    </Group>
  )
}
