import { Button, Group, Text } from '@mantine/core'
import { call } from '#platform/portal/call.ts'
import { confirm } from '#platform/portal/dialogs.tsx'
import { download } from '#platform/portal/download.ts'
import { Meaning } from '#platform/portal/Meaning.tsx'
import { useChange } from '#platform/portal/queries.ts'
import { toast } from '#platform/portal/toast.tsx'
import { type LockerBank, lockerBanks } from '../contract.ts'
import { keyFileOf } from '../key-file.ts'
import { say } from '../messages.ts'
import { whyNotAuthorise, whyNotDeauthorise } from '../rules.ts'

/** Lets the bank's kiosk in and shuts it out, and hands out the file that a kiosk is set up with (spec 1 §4). */
export function AuthorisationPanel({ bank }: { bank: LockerBank | null }) {
  const isAuthorised = Boolean(bank?.ApiToken)
  const whyNot = whyNotAuthorise({ isCreated: bank !== null, isAuthorised })
  const whyNotEnd = whyNotDeauthorise({ isAuthorised })
  const ask = { params: { lockerBankId: bank?.Id ?? '' } }
  const refreshes = [lockerBanks.get, lockerBanks.canPublish]
  const authorise = useChange(lockerBanks.authorise, {
    refreshes,
    title: say('MsgAuthoriseFailed').text,
    onDone: () => toast.success(say('MsgLockerBankAuthorised').text),
  })
  const deauthorise = useChange(lockerBanks.deauthorise, {
    refreshes,
    title: say('MsgDeauthoriseFailed').text,
    onDone: ({ Message }) => toast.success(Message),
  })
  const end = async () => {
    const yes = await confirm({
      title: say('ButtonDeauthorise').text,
      text: say('MsgLockerBankDeauthoriseWarning').text,
      yes: say('WordConfirm').text,
      danger: true,
    })
    if (yes) deauthorise.mutate(ask)
  }
  return (
    <>
      <Text component="div">
        <Meaning kind={isAuthorised ? 'good' : 'off'}>{say(isAuthorised ? 'WordAuthorised' : 'WordUnauthorised').text}</Meaning>
      </Text>
      {bank?.ApikeyId && (
        <Text c="dimmed" size="sm">
          {say('LabelKeyId').text}: <span translate="no">{bank.ApikeyId}</span>
        </Text>
      )}
      {!bank && <Text c="dimmed">{whyNot?.text}</Text>}
      <Group gap="sm">
        <Button variant="default" disabled={whyNot !== null} loading={authorise.isPending} onClick={() => authorise.mutate(ask)}>
          {say('ButtonAuthorise').text}
        </Button>
        <Button variant="default" disabled={whyNotEnd !== null} loading={deauthorise.isPending} onClick={end}>
          {say('ButtonDeauthorise').text}
        </Button>
        <Button variant="default" disabled={whyNotEnd !== null} onClick={() => bank && exportKey(bank)}>
          {say('ButtonExportKey').text}
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
    toast.failure(error, say('MsgExportKeyFailed').text)
  }
}
