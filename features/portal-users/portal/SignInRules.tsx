import '@mantine/core/styles/Switch.css'
import { Switch, Title } from '@mantine/core'
import { numberText } from '#platform/define-messages.ts'
import { useCall, useChange } from '#platform/portal/api/queries.ts'
import { confirm } from '#platform/portal/feedback/dialogs.tsx'
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
  const askAndSave = async (IsSecondStepRequired: boolean, count: number) => {
    const asked = {
      title: t('LabelSecondStepRequired').text,
      text: t('ConfirmSecondStepRequired', { count: numberText(count) }).text,
      yes: t('ButtonRequire').text,
      danger: true,
    }
    if (!IsSecondStepRequired || count === 0 || (await confirm(asked))) await save.mutate({ input: { IsSecondStepRequired } })
  }
  return (
    <div className={screen.screen} data-scrolls>
      <Title order={1}>{screens('ScreenSignInRules').text}</Title>
      <Loaded query={rules}>
        {({ IsSecondStepRequired, UsersWithoutSecondStep }) => (
          <Switch
            label={t('LabelSecondStepRequired').text}
            description={t('HelpSecondStepRequired').text}
            checked={IsSecondStepRequired}
            disabled={save.isPending}
            onChange={(event) => askAndSave(event.currentTarget.checked, UsersWithoutSecondStep)}
          />
        )}
      </Loaded>
    </div>
  )
}
