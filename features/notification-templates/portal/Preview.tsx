import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '#platform/portal/api/call.ts'
import { textsOf } from '#platform/portal/api/call-error.ts'
import { useChange } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { Extensions } from '#platform/portal/navigation/extensions.ts'
import { useMay } from '#platform/portal/session/viewer.tsx'
import { type EmailTemplateDraft, notificationTemplates } from '../contract.ts'
import { t } from '../messages.ts'
import { MEDIA } from '../types.ts'
import { SAMPLE_PICKERS } from './shared/sample-picker.ts'

type Draft = z.input<typeof EmailTemplateDraft>
const PAUSE_MS = 400
/** Widths in px: of a telephone and of a mail program. */
const WIDTHS = { narrow: 320, wide: 620 } as const

/** The text as its recipient sees it, with sample values or those of a package, and a test before it is saved. */
export function Preview({ draft }: { draft: Draft }) {
  const [packageId, setPackageId] = useState<string | null>(null)
  const mayTest = useMay('EditNotificationTemplate')
  const input = { ...draft, PackageId: packageId }
  return (
    <Stack gap="md">
      <Extensions point={SAMPLE_PICKERS} props={{ value: packageId, onChange: setPackageId }} />
      <Shown draft={input} />
      {mayTest && <TestArea draft={input} isSms={draft.MessageSendingMediumTypeId !== MEDIA.email} />}
    </Stack>
  )
}

type Sample = Draft & { PackageId: string | null }

function usePreview(draft: Sample) {
  const [input] = useDebouncedValue(draft, PAUSE_MS)
  return useQuery({
    queryKey: ['template preview', input],
    queryFn: () => call(notificationTemplates.preview, { input }),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** How many parts an SMS has with sample values, while it is written. */
export function SmsParts({ draft }: { draft: Draft }) {
  const { data } = usePreview({ ...draft, PackageId: null })
  return data?.Sms ? <PartsLine sms={data.Sms} /> : null
}

const PartsLine = ({ sms }: { sms: { Units: number; Encoding: string; Parts: number } }) => (
  <Text size="sm" c="dimmed" role="status">
    {t('SmsParts', { units: sms.Units, encoding: sms.Encoding, parts: sms.Parts }).text}
  </Text>
)

function Shown({ draft }: { draft: Sample }) {
  const [width, setWidth] = useState<keyof typeof WIDTHS>('wide')
  const { data, error } = usePreview(draft)
  if (error)
    return (
      <Text c="var(--stop)" role="alert">
        {textsOf(error).message}
      </Text>
    )
  if (!data) return null
  if (data.Sms)
    return (
      <Stack gap={4}>
        <Text style={{ whiteSpace: 'pre-wrap', border: '1px solid var(--line)', borderRadius: 8 }} p="sm" maw={360}>
          {data.Text}
        </Text>
        <PartsLine sms={data.Sms} />
      </Stack>
    )
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text fw={600}>{data.Subject}</Text>
        <SegmentedControl
          transitionDuration={0}
          aria-label={t('LabelWidth').text}
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
function TestArea({ draft, isSms }: { draft: Sample; isSms: boolean }) {
  const [phone, setPhone] = useState('')
  const test = useChange(notificationTemplates.sendTest, {
    refreshes: [],
    title: t('MsgTestFailed').text,
    onDone: ({ Message }) => toast.success(Message),
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
