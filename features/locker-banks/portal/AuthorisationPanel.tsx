import { Button, Group, Text } from '@mantine/core'
import { t as kiosk } from '#features/kiosks/messages.ts'
import { call } from '#platform/portal/api/call.ts'
import { download } from '#platform/portal/api/download.ts'
import { useChange } from '#platform/portal/api/queries.ts'
import { confirm } from '#platform/portal/feedback/dialogs.tsx'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import { type LockerBank, lockerBanks } from '../contract.ts'
import { keyFileOf } from '../key-file.ts'
import { t } from '../messages.ts'
import { whyNotAuthorise, whyNotDeauthorise } from '../rules.ts'

/** Authorises and deauthorises the bank's kiosk, and exports the key file for its setup (spec 1 §4). */
export function AuthorisationPanel({ bank }: { bank: LockerBank | null }) {
  const isAuthorised = Boolean(bank?.ApiToken)
  const whyNot = whyNotAuthorise({ isCreated: bank !== null, isAuthorised })
  const whyNotRevoke = whyNotDeauthorise({ isAuthorised })
  const request = { params: { lockerBankId: bank?.Id ?? '' } }
  const refreshes = [lockerBanks.get, lockerBanks.changes, lockerBanks.canPublish]
  const authorise = useChange(lockerBanks.authorise, {
    refreshes,
    title: t('MsgAuthoriseFailed').text,
    onDone: () => toast.success(t('MsgLockerBankAuthorised').text),
  })
  const deauthorise = useChange(lockerBanks.deauthorise, {
    refreshes,
    title: t('MsgDeauthoriseFailed').text,
    onDone: ({ Message }) => toast.success(Message),
  })
  const revoke = async () => {
    const yes = await confirm({
      title: t('ButtonDeauthorise').text,
      text: t('MsgLockerBankDeauthoriseWarning').text,
      yes: t('WordConfirm').text,
      danger: true,
    })
    if (yes) deauthorise.mutate(request)
  }
  return (
    <>
      <Text component="div">
        <StatusBadge kind={isAuthorised ? 'good' : 'off'}>
          {(isAuthorised ? t('WordAuthorised') : kiosk('WordUnauthorised')).text}
        </StatusBadge>
      </Text>
      {bank?.ApikeyId && (
        <Text c="dimmed" size="sm">
          {t('LabelKeyId').text}: <span translate="no">{bank.ApikeyId}</span>
        </Text>
      )}
      {!bank && <Text c="dimmed">{whyNot?.text}</Text>}
      <Group gap="sm">
        <Button
          variant="default"
          disabled={whyNot !== null}
          loading={authorise.isPending}
          onClick={() => authorise.mutate(request)}
        >
          {t('ButtonAuthorise').text}
        </Button>
        <Button variant="default" disabled={whyNotRevoke !== null} loading={deauthorise.isPending} onClick={revoke}>
          {t('ButtonDeauthorise').text}
        </Button>
        <Button variant="default" disabled={whyNotRevoke !== null} onClick={() => bank && exportKey(bank)}>
          {t('ButtonExportKey').text}
        </Button>
      </Group>
    </>
  )
}

async function exportKey(bank: LockerBank) {
  try {
    const key = await call(lockerBanks.authorisation, { params: { lockerBankId: bank.Id } })
    download(`${bank.LockerBankCode}.json`, [`${JSON.stringify(keyFileOf(key), null, 2)}\n`], 'application/json')
  } catch (error) {
    toast.failure(error, t('MsgExportKeyFailed').text)
  }
}
