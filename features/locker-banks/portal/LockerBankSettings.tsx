import { useState } from 'react'
import { z } from 'zod'
import { t as tCommon } from '#platform/messages.ts'
import { call } from '#platform/portal/api/call.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { DraftForm } from '#platform/portal/form/DraftForm.tsx'
import { changedSettings, SettingInputs } from '#platform/portal/form/SettingInputs.tsx'
import { useDraft } from '#platform/portal/form/use-draft.ts'
import { usePathParams } from '#platform/portal/navigation/links.tsx'
import { historyOf } from '#platform/portal/record/record-history.ts'
import { type SettingRow, settingFields } from '#platform/typed-settings.ts'
import { lockerBanks } from '../contract.ts'
import { t } from '../messages.ts'
import { BankPage } from './shared/BankPage.tsx'

/** All settings of a locker bank, saved with one button (spec 1 §2). */
export default function LockerBankSettings() {
  const { lockerBankId } = usePathParams('lockerBankId')
  const settings = useCall(lockerBanks.settings, { params: { lockerBankId } })
  const form = (
    <Loaded query={settings} failure={tCommon('MsgRetrieveFailed').text}>
      {(rows) => <SettingsForm key={lockerBankId} lockerBankId={lockerBankId} settings={rows} />}
    </Loaded>
  )
  return <BankPage lockerBankId={lockerBankId}>{form}</BankPage>
}

function SettingsForm({ lockerBankId, settings }: { lockerBankId: string; settings: SettingRow[] }) {
  const [schema] = useState(() => z.object(settingFields(settings)))
  const draft = useDraft(schema, Object.fromEntries(settings.map(({ Name, Value }) => [Name, Value])))
  return (
    <DraftForm
      draft={draft}
      onSave={(_, { idempotencyKey }) => {
        const input = changedSettings(draft, settings)
        return call(lockerBanks.saveSettings, { params: { lockerBankId }, input, idempotencyKey })
      }}
      history={historyOf(lockerBanks.changes, { lockerBankId }, 'locker bank settings changed')}
      refreshes={[lockerBanks.settings, lockerBanks.canPublish]}
      invalidTitle={tCommon('MsgSettingsError').text}
      failureTitle={t('MsgSettingsSaveFailed').text}
    >
      <SettingInputs settings={settings} draft={draft} />
    </DraftForm>
  )
}
