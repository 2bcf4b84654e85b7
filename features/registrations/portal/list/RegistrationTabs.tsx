import { Anchor, Group } from '@mantine/core'
import { ScreenLink } from '#platform/portal/navigation/links.tsx'
import { May } from '#platform/portal/session/viewer.tsx'
import { t } from '../../messages.ts'
import type { RegistrationType } from '../../rules.ts'
import classes from '../register.module.css'

const TABS = [
  { kind: 'resident', label: 'TabResidents', to: '/resident/listregistrations', needs: 'ViewResidentRegistration' },
  { kind: 'agent', label: 'TabAgents', to: '/agent/listregistrations', needs: 'ViewAgentRegistration' },
] as const

/** Links between the two lists, each for those who may see it. */
export function RegistrationTabs({ of }: { of: RegistrationType }) {
  return (
    <Group component="nav" gap={16} aria-label={t('TabsLabel').text}>
      {TABS.map(({ kind, label, to, needs }) => (
        <May key={kind} permission={needs}>
          <Anchor component={ScreenLink} to={to} className={classes.tab} aria-current={kind === of ? 'page' : undefined}>
            {t(label).text}
          </Anchor>
        </May>
      ))}
    </Group>
  )
}
