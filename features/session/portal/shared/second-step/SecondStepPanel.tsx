import { Text } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { Sections } from '#platform/portal/form/DraftForm.tsx'
import { secondStep } from '../../../second-step-contract.ts'
import { t } from '../../../second-step-messages.ts'
import { AppSection } from './AppSection.tsx'
import { PasskeySection } from './PasskeySection.tsx'
import { type Changed, RecoveryCodes } from './RecoveryCodes.tsx'

/** The second steps of the own sign-in: an authenticator app with recovery codes, and passkeys. */
export function SecondStepPanel() {
  const steps = useCall(secondStep.get)
  const [codes, setCodes] = useState<readonly string[]>([])
  const onChanged = ({ Message, RecoveryCodes = [] }: Changed) => {
    toast.success(Message)
    setCodes(RecoveryCodes)
  }
  return (
    <Sections>
      <Text maw="75ch">{t('HelpSecondStep').text}</Text>
      {codes.length > 0 ? (
        <RecoveryCodes codes={codes} onKept={() => setCodes([])} />
      ) : (
        <Loaded query={steps}>
          {(data) => (
            <>
              <AppSection steps={data} onChanged={onChanged} />
              <PasskeySection passkeys={data.Passkeys} onChanged={onChanged} />
            </>
          )}
        </Loaded>
      )}
    </Sections>
  )
}
