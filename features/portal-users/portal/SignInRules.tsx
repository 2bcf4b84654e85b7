import '@mantine/core/styles/Switch.css'
import { Switch, Title } from '@mantine/core'
import { useCall, useChange } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { toast } from '#platform/portal/feedback/toast.tsx'
import screen from '#platform/portal/ui/screen.module.css'
import { portalUsers } from '../contract.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'

/** Whether the organisation requires two-step sign-in. */
export default function SignInRules() {
  const rules = useCall(portalUsers.signInRules)
  const save = useChange(portalUsers.saveSignInRules, {
    refreshes: [portalUsers.signInRules],
    onDone: ({ Message }) => toast.success(Message),
  })
  return (
    <div className={screen.screen} data-scrolls>
      <Title order={1}>{screens('ScreenSignInRules').text}</Title>
      <Loaded query={rules}>
        {({ IsSecondStepRequired }) => (
          <Switch
            label={t('LabelSecondStepRequired').text}
            description={t('HelpSecondStepRequired').text}
            checked={IsSecondStepRequired}
            disabled={save.isPending}
            onChange={(event) => save.mutate({ input: { IsSecondStepRequired: event.currentTarget.checked } })}
          />
        )}
      </Loaded>
    </div>
  )
}
