import '@mantine/core/styles/Switch.css'
import { Button, NativeSelect, PasswordInput, Switch, Text, TextInput } from '@mantine/core'
import type { z } from 'zod'
import { PropertyTree } from '#features/properties/portal/shared/PropertyTree.tsx'
import { ratePassword } from '#features/session/password-policy.ts'
import { t as label } from '#platform/labels.ts'
import type { PortalRole } from '#platform/permissions.ts'
import { call } from '#platform/portal/api/call.ts'
import { useCall, useChange } from '#platform/portal/api/queries.ts'
import { editScreen } from '#platform/portal/entity/edit-screen.tsx'
import { confirm } from '#platform/portal/feedback/dialogs.tsx'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { DraftForm, FormSection } from '#platform/portal/form/DraftForm.tsx'
import { choiceText, type Draft, useDraft } from '#platform/portal/form/use-draft.ts'
import { detailsTab, historyTab, RecordPage } from '#platform/portal/record/RecordPage.tsx'
import { historyOf } from '#platform/portal/record/record-history.ts'
import { May, useViewer } from '#platform/portal/session/viewer.tsx'
import { useTimeText } from '#platform/portal/ui/times.tsx'
import { INVITATION_DAYS, type PortalUser, portalUsers } from '../contract.ts'
import { KIOSK_PIN_DIGITS, PortalUserDraft } from '../fields.ts'
import { t } from '../messages.ts'
import { mayUseKiosk } from '../rules.ts'
import { portalUserEntity, t as screens } from '../screens.ts'
import { AccessPanel } from './AccessPanel.tsx'
import { PortalUserStatus } from './PortalUserStatus.tsx'

type Choices = Pick<z.output<typeof portalUsers.choices.output>, 'AllRoles'>
type Part = { draft: Draft<typeof PortalUserDraft>; user: PortalUser | null; choices: Choices }

const EMPTY: z.input<typeof PortalUserDraft> = {
  Id: null,
  Version: null,
  FirstName: '',
  LastName: '',
  Email: '',
  PhoneNumber: '',
  UserRole: 'mailroomstaff',
  IsActive: true,
  Password: '',
  KioskUserName: '',
  KioskPin: '',
  PropertyIds: [],
}

function valuesOf(user: PortalUser): z.input<typeof PortalUserDraft> {
  const { Id, Version, FirstName, LastName, Email, PhoneNumber, IsActive, KioskUserName, PropertyIds } = user
  const fields = { Id, Version, FirstName, LastName, Email, PhoneNumber, IsActive, KioskUserName, PropertyIds }
  return { ...EMPTY, ...fields, UserRole: user.UserRole.SystemName }
}

/** A portal user's form; without one, it adds one (spec 3 §2, §5). */
function PortalUserForm({ user = null, choices }: { user?: PortalUser | null; choices: Choices }) {
  const draft = useDraft(PortalUserDraft, user ? valuesOf(user) : EMPTY)
  const { organisation } = useViewer()
  /** The check of the server. Without the dictionaries the server alone decides. */
  const checkPassword = async ({ Password, FirstName, LastName, Email }: z.input<typeof PortalUserDraft>) => {
    const none: Record<string, string> = {}
    if (!Password) return none
    const names = [FirstName, LastName, Email, organisation.name, organisation.systemName]
    const { reason } = await ratePassword(Password, names).catch(() => ({ reason: null }))
    return reason ? { Password: reason.text } : none
  }
  const part = { draft, user, choices }
  return (
    <DraftForm
      draft={draft}
      {...(user
        ? { history: historyOf(portalUsers.changes, { portalUserId: user.Id }, 'portal user changed', 'profile changed') }
        : { creates: { entity: portalUserEntity } })}
      checks={checkPassword}
      onSave={(input, { idempotencyKey }) => call(portalUsers.save, { input, idempotencyKey })}
      refreshes={[portalUsers.page, portalUsers.get]}
      clears={{ KioskPin: '', Password: '' }}
      failureTitle={t('MsgUserSaveFailed').text}
      readOnly={user?.IsFixed ?? false}
    >
      <PersonSection {...part} />
      <AccessSection {...part} />
      <KioskSection {...part} />
    </DraftForm>
  )
}

function PersonSection({ draft, user }: Part) {
  const { date } = useTimeText()
  return (
    <FormSection title={label('SectionPerson').text}>
      {user?.InvitedAt && <Text>{t('HelpInvited', { date: date(user.InvitedAt), days: INVITATION_DAYS }).text}</Text>}
      <TextInput {...draft.field('FirstName', label('LabelFirstName').text)} />
      <TextInput {...draft.field('LastName', label('LabelLastName').text)} />
      <TextInput
        {...draft.field('Email', label('LabelEmail').text)}
        description={t('HelpUserEmail').text}
        inputMode="email"
        autoComplete="off"
      />
      <TextInput {...draft.field('PhoneNumber', t('LabelPhoneNumber').text)} inputMode="numeric" />
      {!user && (
        <PasswordInput
          {...draft.field('Password', t('LabelFirstPassword').text)}
          description={t('HelpFirstPassword').text}
          autoComplete="new-password"
        />
      )}
      <Switch {...draft.check('IsActive', label('LabelActive').text)} />
    </FormSection>
  )
}

/** The role and, unless it has every property, the properties. A role that the viewer may not give stays shown. */
function AccessSection({ draft, user, choices }: Part) {
  const { UserRole, PropertyIds = [] } = draft.values
  const roles = choices.AllRoles.map(({ SystemName, Name }) => ({ value: SystemName, label: Name }))
  const shown = user?.IsFixed ? [{ value: user.UserRole.SystemName, label: user.UserRole.Name }] : roles
  const role = choices.AllRoles.find(({ SystemName }) => SystemName === UserRole)
  draft.describe('PropertyIds', label('LabelProperties').text)
  const ending = user?.KioskUserName && !mayUseKiosk(UserRole) ? t('HelpKioskLoginEnds', { name: user.KioskUserName }).text : null
  // The fields of the kiosk login are hidden for roles without one, so their values go with them, and come back with the role.
  const setRole = (after: PortalRole) => {
    const saved = draft.form.getInitialValues().KioskUserName
    const login = { KioskUserName: mayUseKiosk(after) ? saved : '', KioskPin: '' }
    draft.set({ UserRole: after, ...(mayUseKiosk(UserRole) !== mayUseKiosk(after) && login) })
  }
  return (
    <FormSection title={t('SectionRole').text}>
      <NativeSelect
        {...draft.field('UserRole', label('LabelRole').text, choiceText(shown))}
        description={ending}
        data={shown}
        onChange={(event) => setRole(event.currentTarget.value as PortalRole)}
      />
      {role && !role.EveryProperty ? (
        <PropertyTree
          value={PropertyIds}
          onChange={(ids) => draft.set({ PropertyIds: ids })}
          error={draft.form.errors.PropertyIds as string | undefined}
        />
      ) : (
        role && t('HelpEveryProperty').text
      )}
    </FormSection>
  )
}

/** Hidden for roles that have no functions at the terminals. */
function KioskSection({ draft, choices }: Part) {
  const role = choices.AllRoles.find(({ SystemName }) => SystemName === draft.values.UserRole)
  if (!role?.MayUseKiosk) return null
  return (
    <FormSection title={t('SectionKioskLogin').text}>
      <TextInput
        {...draft.field('KioskUserName', t('LabelKioskUserName').text)}
        description={t('HelpKioskLogin').text}
        autoComplete="off"
        spellCheck={false}
      />
      <PasswordInput
        {...draft.field('KioskPin', t('LabelKioskPin').text)}
        description={t(draft.values.Id ? 'HelpKioskPin' : 'HelpNewKioskPin', { digits: KIOSK_PIN_DIGITS }).text}
        inputMode="numeric"
        maxLength={KIOSK_PIN_DIGITS}
        autoComplete="new-password"
      />
    </FormSection>
  )
}

function InviteAgain({ portalUserId }: { portalUserId: string }) {
  const invite = useChange(portalUsers.invite, { refreshes: [portalUsers.get, portalUsers.changes] })
  return (
    <May permission="AddPortalUser">
      <Button variant="default" loading={invite.isPending} onClick={() => invite.mutate({ params: { portalUserId } })}>
        {t('SendInvitation').text}
      </Button>
    </May>
  )
}

function ResetSecondStep({ user }: { user: PortalUser }) {
  const reset = useChange(portalUsers.resetSecondStep, {
    refreshes: [portalUsers.get, portalUsers.changes],
    onDone: ({ Message }) => toast.success(Message),
  })
  const askAndReset = async () => {
    const name = `${user.FirstName} ${user.LastName}`
    const asked = { title: t('ResetSecondStep').text, text: t('ConfirmResetSecondStep', { name }).text, danger: true }
    if (await confirm(asked)) await reset.mutate({ params: { portalUserId: user.Id } })
  }
  return (
    <Button variant="default" loading={reset.isPending} onClick={askAndReset}>
      {t('ResetSecondStep').text}
    </Button>
  )
}

const list = { title: screens('ScreenUsers').text, path: '/portaluser/list' }

function NewUserForm() {
  const choices = useCall(portalUsers.choices)
  return <Loaded query={choices}>{(data) => <PortalUserForm choices={data} />}</Loaded>
}

/** Adds a portal user. */
export default function NewPortalUser() {
  return <RecordPage list={list} name={screens('ScreenNewUser').text} tabs={[detailsTab(<NewUserForm />)]} />
}

/** A portal user: the form, what the user can see and do, and the history. */
export const PortalUserEdit = editScreen(portalUserEntity, portalUsers.get, (user) => (
  <RecordPage
    list={list}
    name={`${user.FirstName} ${user.LastName}`}
    status={<PortalUserStatus status={user.Status} />}
    actions={
      <>
        {user.InvitedAt && <InviteAgain portalUserId={user.Id} />}
        {user.HasSecondStep && !user.IsFixed && <ResetSecondStep user={user} />}
      </>
    }
    tabs={[
      detailsTab(<PortalUserForm user={user} choices={user} />),
      { name: 'access', label: t('TabAccess').text, content: <AccessPanel user={user} /> },
      historyTab(portalUsers.changes, { portalUserId: user.Id }),
    ]}
  />
))
