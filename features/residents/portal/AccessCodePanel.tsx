import { Button, Group, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey, useChange } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import type { Draft } from '#platform/portal/form/use-draft.ts'
import { type Resident, type ResidentChange, residents } from '../contract.ts'
import { t } from '../messages.ts'
import { ACCESS_CODE, hasMovedOut, isAccessCode, whyNotSendCode } from '../rules.ts'
import { isCodeHidden, WITHOUT_CODE } from './resident-input.ts'

/** Stands for a code that was not read. */
const HIDDEN = '••••••••'

/** The form's values, and the resident as saved. */
export type Part = { draft: Draft<typeof ResidentChange>; resident: Resident | null }

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
  const show = useShownCode({ draft, resident })
  const isHidden = isCodeHidden(resident) && code === ''
  const isSaved = resident !== null && resident.LockerAccessCode === code
  const hasCode = isHidden || isAccessCode(code ?? '')
  const maySend = !isGone && isSaved && resident.IsActive && hasCode
  const whyNot =
    maySend && whyNotSendCode({ isActive: true, hasOptedOut: resident.HasOptedOut, hasCode, email: resident.EmailId })
  return (
    <>
      <TextInput
        {...draft.field('LockerAccessCode', t('LabelAccessCode').text)}
        {...(isGone && { value: '', disabled: true })}
        description={t(help).text}
        {...(isHidden && !isGone && { placeholder: HIDDEN })}
        inputMode="numeric"
        maxLength={String(ACCESS_CODE.to).length}
        autoComplete="off"
      />
      <Group gap="sm">
        {isHidden && !isGone && (
          <Button
            variant="default"
            loading={show.isPending}
            onClick={() => show.mutate({ params: { residentId: resident!.Id } })}
          >
            {t('ButtonShowCode').text}
          </Button>
        )}
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

/** Reads the access code, which is audited, and shows it as saved. Other values of the form and its version stay as they are. */
function useShownCode({ draft: { form }, resident }: Part) {
  const client = useQueryClient()
  return useChange(residents.get, {
    title: t('MsgShowCodeFailed').text,
    onDone: ({ LockerAccessCode }) => {
      const saved = { ...form.getInitialValues(), LockerAccessCode }
      form.setFieldValue('LockerAccessCode', LockerAccessCode)
      form.setInitialValues(saved)
      // Last, because a field that was just set would decide alone whether there are unsaved changes.
      form.resetDirty(saved)
      const key = queryKey(residents.get, { params: { residentId: resident!.Id }, query: WITHOUT_CODE })
      client.setQueryData(key, { ...resident, LockerAccessCode })
    },
  })
}
