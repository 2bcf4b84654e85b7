import { t as label } from '#platform/labels.ts'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core'
import { PIN_DIGITS } from '#features/agents/fields.ts'
import { useShownNames } from '#platform/portal/form/choice-names.ts'
import type { Draft } from '#platform/portal/form/use-draft.ts'
import type { AgentForm } from '../../contract.ts'
import { t } from '../../messages.ts'
import type { PropertyChoices } from '../register/use-properties.ts'
import { labelOf } from './labels.ts'
import { PropertySearch } from './NativeChoice.tsx'

type Part = { draft: Draft<typeof AgentForm> }

/** User name and PIN for terminals. Browsers must not fill in their own passwords here. */
export function AgentTerminal({ draft, isNew, userNameHelp }: Part & { isNew: boolean; userNameHelp?: string | undefined }) {
  return (
    <>
      <TextInput
        {...draft.field('UserName', labelOf('UserName'))}
        description={userNameHelp}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordInput
        {...draft.field('Pin', isNew ? labelOf('Pin') : label('LabelNewPin').text)}
        description={t(isNew ? 'HelpPin' : 'HelpNewPin', { digits: PIN_DIGITS }).text}
        inputMode="numeric"
        maxLength={PIN_DIGITS}
        autoComplete="new-password"
      />
    </>
  )
}

/** The properties where the agent delivers. */
export function AgentProperties({ draft, properties }: Part & { properties: PropertyChoices }) {
  useShownNames(properties.data ?? [])
  // The group is not an input: the error is shown at the group and the first checkbox gets the focus.
  const { 'data-path': path, ...group } = draft.field('PropertyIds', labelOf('PropertyIds')) as ReturnType<typeof draft.field> & {
    'data-path'?: string
  }
  return (
    <Checkbox.Group {...group} withAsterisk>
      <Stack gap="xs" mt="xs">
        <PropertySearch properties={properties} />
        {(properties.data ?? []).map(({ Id, Name }, i) => (
          <Checkbox key={Id} value={Id} label={Name} {...(i === 0 && { 'data-path': path })} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
