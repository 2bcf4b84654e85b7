import { Button, Group, TextInput } from '@mantine/core'
import { useChange } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import type { Draft } from '#platform/portal/form/use-draft.ts'
import { type Resident, type ResidentDraft, residents } from '../contract.ts'
import { t } from '../messages.ts'
import { ACCESS_CODE, hasMovedOut, isAccessCode, whyNotSendCode } from '../rules.ts'

/** The form's values, and the resident as saved. */
export type Part = { draft: Draft<typeof ResidentDraft>; resident: Resident | null }

/** The access code: typed or generated, and sent to an active resident whose code is saved and valid (spec 2 §2). */
export function AccessCodePanel({ draft, resident }: Part) {
  const { PropertyId, OccupancyStatus, LockerAccessCode: code = '' } = draft.values
  const isGone = hasMovedOut(OccupancyStatus)
  const help = isGone ? 'HelpAccessCodeMovedOut' : PropertyId ? 'HelpAccessCode' : 'HelpAccessCodeProperty'
  const generate = useChange(residents.generateCode, {
    title: t('MsgGenerateFailed').text,
    onDone: ({ LockerAccessCode }) => draft.set({ LockerAccessCode }),
  })
  const send = useChange(residents.sendCode, {
    title: t('MsgSendFailed').text,
    onDone: ({ Message }) => toast.success(Message),
  })
  const isSaved = resident !== null && resident.LockerAccessCode === code
  const maySend = !isGone && isSaved && resident.IsActive && isAccessCode(code ?? '')
  const whyNot =
    maySend &&
    whyNotSendCode({ isActive: true, hasOptedOut: resident.HasOptedOut, accessCode: code ?? '', email: resident.EmailId })
  return (
    <>
      <TextInput
        {...draft.field('LockerAccessCode')}
        {...(isGone && { value: '', disabled: true })}
        label={t('LabelAccessCode').text}
        description={t(help).text}
        inputMode="numeric"
        maxLength={String(ACCESS_CODE.to).length}
        autoComplete="off"
      />
      <Group gap="sm">
        <Button
          variant="default"
          disabled={!PropertyId || isGone}
          loading={generate.isPending}
          onClick={() => generate.mutate({ input: { PropertyId } })}
        >
          {t('ButtonGenerate').text}
        </Button>
        {maySend && (
          <Button
            variant="default"
            disabled={Boolean(whyNot)}
            title={whyNot ? whyNot.text : undefined}
            loading={send.isPending}
            onClick={() => send.mutate({ input: [resident.Id] })}
          >
            {t('ButtonSendCode').text}
          </Button>
        )}
      </Group>
    </>
  )
}
