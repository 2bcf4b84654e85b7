import '@mantine/core/styles/Checkbox.css'
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { propertyLookUp } from '#features/properties/look-up.ts'
import { PropertyTree } from '#features/properties/portal/shared/PropertyTree.tsx'
import { t as label } from '#platform/labels.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { useShownNames } from '#platform/portal/form/choice-names.ts'
import type { Draft } from '#platform/portal/form/use-draft.ts'
import type { Agent, AgentDraft } from '../contract.ts'
import { t } from '../messages.ts'

type Props = { draft: Draft<typeof AgentDraft>; agent: Agent | null }

/**
 * The viewer's properties, those of the agent checked; a tree with a search where there are many. Properties that the viewer does
 * not see are only counted.
 */
export function PropertyChecklist({ draft, agent }: Props) {
  const properties = useCall(propertyLookUp, { input: {} })
  useShownNames(properties.data?.Data ?? [])
  // The group is not an input: the error is shown at the group and the first checkbox gets the focus.
  const { 'data-path': path, ...group } = draft.field('PropertyIds', label('LabelProperties').text) as ReturnType<
    typeof draft.field
  > & { 'data-path'?: string }
  return (
    <Loaded query={properties}>
      {({ Data: offered, IsMore }) => (
        <>
          {IsMore ? (
            <PropertyTree
              value={draft.values.PropertyIds}
              onChange={(PropertyIds) => draft.set({ PropertyIds })}
              error={draft.form.errors.PropertyIds as string | undefined}
            />
          ) : (
            <Checkbox.Group {...group} withAsterisk>
              <Stack gap="xs" mt="xs">
                {offered.map(({ Id, Name }, i) => (
                  <Checkbox key={Id} value={Id} label={Name} {...(i === 0 && { 'data-path': path })} />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
          {offered.length > 1 && !IsMore && (
            <Group gap="xs">
              <Button variant="default" size="xs" onClick={() => draft.set({ PropertyIds: offered.map(({ Id }) => Id) })}>
                {t('ButtonAllProperties').text}
              </Button>
              <Button variant="default" size="xs" onClick={() => draft.set({ PropertyIds: [] })}>
                {t('ButtonNoProperties').text}
              </Button>
            </Group>
          )}
          {agent && agent.OtherProperties > 0 && (
            <Text c="dimmed" size="sm">
              {t('HelpOtherProperties', { count: agent.OtherProperties }).text}
            </Text>
          )}
        </>
      )}
    </Loaded>
  )
}
