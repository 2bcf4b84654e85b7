import { t as label } from '#platform/labels.ts'
import '@mantine/core/styles/Switch.css'
import { Group, PasswordInput, Switch, TextInput } from '@mantine/core'
import type { z } from 'zod'
import { call } from '#platform/portal/api/call.ts'
import { editScreen } from '#platform/portal/entity/edit-screen.tsx'
import { DraftForm, FormSection } from '#platform/portal/form/DraftForm.tsx'
import { type Draft, useDraft } from '#platform/portal/form/use-draft.ts'
import { detailsTab, historyTab, RecordPage } from '#platform/portal/record/RecordPage.tsx'
import { historyOf } from '#platform/portal/record/record-history.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { type Agent, AgentDraft, agents, NewAgentDraft, WholeAgentDraft } from '../contract.ts'
import { PIN_DIGITS } from '../fields.ts'
import { t } from '../messages.ts'
import { agentEntity, t as screens } from '../screens.ts'
import { AgentStatusMark } from './AgentStatusMark.tsx'
import { LockPanel } from './LockPanel.tsx'
import { PropertyChecklist } from './PropertyChecklist.tsx'
import { NO_ROLE, RoleCourierPicker } from './shared/RoleCourierPicker.tsx'

type Values = z.input<typeof AgentDraft>
type Part = { draft: Draft<typeof AgentDraft>; agent: Agent | null }

const EMPTY: Values = {
  Version: null,
  FirstName: '',
  LastName: '',
  EmailId: '',
  MobilePhone: '',
  CourierId: '',
  RoleTypeId: NO_ROLE,
  UserName: '',
  Pin: '',
  IsActive: true,
  PropertyIds: [],
}

function valuesOf(agent: Agent): Values {
  const names = Object.keys(EMPTY).filter((name) => name !== 'Pin') as (keyof Agent & keyof Values)[]
  return { ...(Object.fromEntries(names.map((name) => [name, agent[name]])) as Omit<Values, 'Pin'>), Pin: '' }
}

/** The required fields: a PIN for a new agent, and a property unless the agent has others that the viewer does not see. */
function schemaFor(agent: Agent | null) {
  if (!agent) return NewAgentDraft
  return agent.OtherProperties > 0 ? AgentDraft : WholeAgentDraft
}

/** An agent's form; without one, it creates one (spec 2 §2, §5). */
function AgentForm({ agent = null }: { agent?: Agent | null }) {
  const { property } = useViewer()
  const values = agent ? valuesOf(agent) : { ...EMPTY, PropertyIds: property ? [property.id] : [] }
  const draft = useDraft(schemaFor(agent) as typeof AgentDraft, values, [['RoleTypeId', 'CourierId']])
  const part = { draft, agent }
  return (
    <DraftForm
      draft={draft}
      {...(agent
        ? { history: historyOf(agents.changes, { agentId: agent.Id }, 'agent changed') }
        : { creates: { entity: agentEntity } })}
      onSave={(input) =>
        agent
          ? call(agents.update, { params: { agentId: agent.Id }, input })
          : call(agents.create, { input: input as z.input<typeof NewAgentDraft> })
      }
      refreshes={[agents.page, agents.get, agents.properties]}
      clears={{ Pin: '' }}
      failureTitle={t('MsgAgentSaveFailed').text}
    >
      <FormSection title={t('SectionRole').text}>
        <RoleCourierPicker draft={draft} saved={agent} />
      </FormSection>
      <PersonSection {...part} />
      <TerminalSection {...part} />
      <FormSection title={label('LabelProperties').text}>
        <PropertyChecklist {...part} />
      </FormSection>
    </DraftForm>
  )
}

function PersonSection({ draft }: Part) {
  return (
    <FormSection title={label('SectionPerson').text}>
      <Group grow align="flex-start">
        <TextInput {...draft.field('FirstName', label('LabelFirstName').text)} />
        <TextInput {...draft.field('LastName', label('LabelLastName').text)} />
      </Group>
      <TextInput {...draft.field('EmailId', label('LabelEmail').text)} type="email" />
      <TextInput {...draft.field('MobilePhone', label('LabelMobilePhone').text)} type="tel" />
    </FormSection>
  )
}

/** Browsers must not fill in their own passwords: the agent signs in with these at a terminal. */
function TerminalSection({ draft, agent }: Part) {
  return (
    <FormSection title={label('SectionTerminal').text}>
      {agent && <LockPanel agent={agent} />}
      <TextInput {...draft.field('UserName', label('LabelUserName').text)} autoComplete="off" spellCheck={false} />
      <PasswordInput
        {...draft.field('Pin', label(agent ? 'LabelNewPin' : 'LabelPin').text)}
        description={t(agent ? 'HelpNewPin' : 'HelpPin', { digits: PIN_DIGITS }).text}
        inputMode="numeric"
        maxLength={PIN_DIGITS}
        autoComplete="new-password"
      />
      <Switch {...draft.check('IsActive', label('LabelActive').text)} description={t('HelpActive').text} />
    </FormSection>
  )
}

const list = { title: screens('ScreenAgents').text, path: '/agent/list' }

/** Creates an agent. */
export default function NewAgent() {
  return <RecordPage list={list} name={screens('ScreenNewAgent').text} tabs={[detailsTab(<AgentForm />)]} />
}

/** An agent: the form and its history. */
export const AgentEdit = editScreen(agentEntity, agents.get, (agent) => (
  <RecordPage
    list={list}
    name={`${agent.FirstName} ${agent.LastName}`}
    status={<AgentStatusMark status={agent.AgentStatus} />}
    tabs={[detailsTab(<AgentForm agent={agent} />), historyTab(agents.changes, { agentId: agent.Id })]}
  />
))
