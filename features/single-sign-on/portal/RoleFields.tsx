import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { t as label } from '#platform/labels.ts'
import type { PortalRole } from '#platform/permissions.ts'
import type { Draft } from '#platform/portal/form/use-draft.ts'
import { ToolButton } from '#platform/portal/ui/ToolButton.tsx'
import type { Settings, SettingsDraft } from '../contract.ts'
import { t } from '../messages.ts'

type Props = { draft: Draft<typeof SettingsDraft>; roles: Settings['AllRoles'] }

/** The claim that gives roles, its values with their roles, and what happens to everybody else. */
export function RoleFields({ draft, roles }: Props) {
  const rows = draft.values.RoleMapping ?? []
  const choices = roles.map(({ SystemName, Name }) => ({ value: SystemName as string, label: Name }))
  /** A saved role that the viewer may not give stays visible; the server refuses to save it. */
  const withSaved = (role: string) =>
    choices.some(({ value }) => value === role) ? choices : [...choices, { value: role, label: role }]
  const setRows = (RoleMapping: typeof rows) => draft.set({ RoleMapping })
  const change = (index: number, part: Partial<(typeof rows)[number]>) =>
    setRows(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
  const add = () => setRows([...rows, { Value: '', Role: roles.at(-1)?.SystemName ?? 'mailroomstaff' }])
  const { DefaultRole } = draft.values
  const nameOf = (role: string) => withSaved(role).find(({ value }) => value === role)?.label ?? role
  const defaults = withSaved(DefaultRole ?? choices[0]?.value ?? '').map(({ value }) => ({
    value,
    label: t('ChoiceRole', { role: nameOf(value) }).text,
  }))
  const mappingText = (mapping: typeof rows) => mapping.map(({ Value, Role }) => `${Value}: ${nameOf(Role)}`).join(', ')
  const defaultText = (role: string | null) => (role ? t('ChoiceRole', { role: nameOf(role) }) : t('ChoiceExistingOnly')).text
  return (
    <>
      <TextInput
        {...draft.field('RoleClaim', t('LabelRoleClaim').text)}
        description={t('HelpRoleClaim').text}
        spellCheck={false}
      />
      <Stack gap="xs" role="group" aria-label={draft.describe('RoleMapping', t('LabelRoleTable').text, mappingText)}>
        <Text fw={500}>{t('LabelRoleTable').text}</Text>
        <Text c="dimmed" size="sm">
          {t('HelpRoleTable').text}
        </Text>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and none keeps a state
          <Group key={index} gap="xs" align="end" wrap="nowrap">
            <TextInput
              label={t('LabelClaimValue').text}
              value={row.Value}
              onChange={(event) => change(index, { Value: event.currentTarget.value })}
              error={draft.form.errors[`RoleMapping.${index}.Value`]}
              flex={1}
            />
            <NativeSelect
              label={label('LabelRole').text}
              value={row.Role}
              data={withSaved(row.Role)}
              onChange={(event) => change(index, { Role: event.currentTarget.value as PortalRole })}
              flex={1}
            />
            <ToolButton
              name={t('RemoveRoleRow', { row: index + 1 }).text}
              icon={IconTrash}
              onClick={() => setRows(rows.toSpliced(index, 1))}
            />
          </Group>
        ))}
        {draft.form.errors.RoleMapping && (
          <Text c="var(--mantine-color-error)" size="sm">
            {draft.form.errors.RoleMapping}
          </Text>
        )}
        <Group>
          <Button variant="default" onClick={add}>
            {t('AddRoleRow').text}
          </Button>
        </Group>
      </Stack>
      <NativeSelect
        label={draft.describe('DefaultRole', t('LabelDefaultRole').text, defaultText)}
        data-path="DefaultRole"
        description={t('HelpDefaultRole').text}
        value={DefaultRole ?? ''}
        data={[{ value: '', label: t('ChoiceExistingOnly').text }, ...defaults]}
        error={draft.form.errors.DefaultRole}
        onChange={(event) => draft.set({ DefaultRole: (event.currentTarget.value || null) as PortalRole | null })}
      />
    </>
  )
}
