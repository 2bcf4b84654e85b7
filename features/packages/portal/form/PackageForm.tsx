import { Group, Select } from '@mantine/core'
import { MailroomPicker } from '#features/mailrooms/portal/shared/MailroomPicker.tsx'
import { GROUPS, STATUSES, type StatusName, statusById, statusLabel } from '#features/package-statuses/statuses.ts'
import type { Message } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import { call } from '#platform/portal/api/call.ts'
import { DraftForm, FormSection } from '#platform/portal/form/DraftForm.tsx'
import { TimeInput } from '#platform/portal/form/TimeInput.tsx'
import { namedAs, useDraft } from '#platform/portal/form/use-draft.ts'
import { useTimeText } from '#platform/portal/ui/times.tsx'
import type { RecordChange } from '#platform/record.ts'
import { type HistoryRow, type PackageDetail, packages } from '../../contract.ts'
import { PackageDraft, packageForm } from '../../editing-contract.ts'
import { t as tForm } from '../../form-messages.ts'
import { t as tPackage } from '../../messages.ts'
import { ARRIVING, type Choice, choices, isSaveHidden, situationOf, whyClosed } from '../../rules.ts'
import { t } from '../../viewer-messages.ts'
import { arrivalOf, choiceOf, valuesOfStatus } from './package-changes.ts'
import { type PackageValues, READINGS, saveAskingOfDuplicate, valuesOf } from './package-values.ts'
import { RecipientFields } from './RecipientFields.tsx'
import { LabelSection, TimesSection } from './sections.tsx'
import { useNewExpiry } from './use-new-expiry.ts'

/** For a mailroom that need not be chosen. */
const mayStay = { placeholder: tPackage('StaysInLocker').text, description: tPackage('HelpOptionalMailroom').text }

/** The recipient, and what follows the status. */
const TOGETHER = [
  ['ResidentId', 'Name', 'UnitNumber', 'EmailId', 'MobilePhone'],
  ['StatusId', 'MailRoomId', 'ExpiryTime', 'CollectionTime', 'RecoveryTime'],
] as const

/** Each row of a package's history is a change: of its status, or of what the row's note says. */
const lastChange = ([row, before]: readonly HistoryRow[]): RecordChange | undefined =>
  row && {
    At: row.TransactionDate,
    Action: row.Status === before?.Status && row.Note ? row.Note : row.Status,
    ActionKey: null,
    UserName: row.UserName,
    Actor: row.Actor?.Kind === 'agent' ? { Kind: row.Actor.Kind, Id: row.Actor.Id } : null,
    EntryId: null,
  }

/** The form of a package by its status (spec 2 §4): fields that the chosen status does not ask for are closed. */
export function PackageForm({ pkg }: { pkg: PackageDetail }) {
  const draft = useDraft(PackageDraft, valuesOf(pkg), TOGETHER)
  const renewExpiry = useNewExpiry(draft)
  const { dateTime } = useTimeText(pkg.PropertyTimezoneId)
  const time = (value: string | null) => (value ? dateTime(value) : '')
  const timeZone = pkg.PropertyTimezoneId
  const status = statusById(pkg.StatusId) as StatusName
  const situation = situationOf({ ...ARRIVING, status, lockerId: pkg.LockerId })
  const offered = choices(situation, 'detail', { mailrooms: pkg.MailRooms, needsProof: pkg.NeedsProof })
  const choice = choiceOf(offered, draft.values.StatusId)
  const isOpen = (field: keyof Choice['asks']) => choice !== undefined && choice.asks[field] !== 'no'
  const isClosed = isSaveHidden(situation)
  /** Why a field cannot be changed, which the closed form says once. */
  const fixed = (isFixed: boolean, why: Message) => ({ disabled: isFixed, description: isFixed && !isClosed && why.text })
  const helpOfExpiry =
    pkg.PackageStatus.GroupId === GROUPS.Active
      ? tForm('HelpExpiryOfActive', { action: t('ActionExtendExpiry') })
      : tForm('HelpExpiryFixed')
  const isOutbound = pkg.PackageStatus.GroupId === GROUPS.Outbound
  const choose = (id: number) => {
    const next = choiceOf(offered, id)
    draft.set(valuesOfStatus(valuesOf(pkg), id as PackageValues['StatusId'], next, new Date().toISOString()))
    renewFor(next, pkg.ResidentId)
  }
  const renewFor = (next: Choice | undefined, residentId: string | null) =>
    void renewExpiry(arrivalOf(next, situation, { buildingId: pkg.BuildingId, residentId, at: new Date().toISOString() }))
  return (
    <DraftForm
      draft={draft}
      onSave={(values) => saveAskingOfDuplicate(values, (input) => call(packageForm.save, { input }))}
      history={{ operation: packages.history, params: { packageId: pkg.Id }, last: lastChange, timeZone }}
      refreshes={READINGS}
      failureTitle={tForm('MsgPackageSaveFailed').text}
      readOnly={isClosed}
    >
      <FormSection title={label('LabelPackage').text}>
        <Select
          {...draft.field('StatusId', label('LabelStatus').text, (id: number) => statusLabel(statusById(id) as StatusName))}
          description={isClosed ? whyClosed(status).text : pkg.NeedsProof && tPackage('MsgHandOverWithProof').text}
          openOnFocus={false}
          allowDeselect={false}
          data={[status, ...offered.flatMap(({ newStatus }) => newStatus ?? [])].map((name) => ({
            value: String(STATUSES[name].id),
            label: statusLabel(name),
          }))}
          value={String(draft.values.StatusId)}
          onChange={(id) => choose(Number(id))}
        />
        {(isOpen('mailroom') || pkg.MailRoomId) && (
          <MailroomPicker
            {...draft.field('MailRoomId', label('LabelMailroom').text, namedAs(pkg.MailRoomId, pkg.MailRoomName))}
            required={choice?.asks.mailroom === 'required'}
            buildingId={pkg.BuildingId}
            {...(!isOpen('mailroom') && fixed(true, tForm('HelpMailroomFixed')))}
            {...(choice?.asks.mailroom === 'optional' && pkg.LockerId && mayStay)}
            chosen={pkg.MailRoomId ? { Id: pkg.MailRoomId, Name: pkg.MailRoomName ?? '' } : undefined}
            value={draft.values.MailRoomId ?? null}
            onChange={(id) => draft.set({ MailRoomId: id })}
          />
        )}
      </FormSection>
      <FormSection title={label(isOutbound ? 'LabelSender' : 'LabelRecipient').text}>
        <RecipientFields
          draft={draft}
          isOpen={isOpen('recipient') || (pkg.ResidentId === null && !isClosed)}
          isOnlyTyped={!isOpen('recipient')}
          propertyId={pkg.PropertyId}
          onChoose={({ Id, Name, UnitNumber }) => {
            draft.set({ ResidentId: Id, Name, UnitNumber })
            // Another recipient may be out of town.
            renewFor(choice, Id)
          }}
        />
      </FormSection>
      <LabelSection draft={draft} pkg={pkg} />
      <TimesSection
        draft={draft}
        timeZone={timeZone}
        dropOff={{ required: false, disabled: true }}
        expiry={isOutbound ? null : fixed(!isOpen('expiry'), helpOfExpiry)}
        show={time}
      >
        <Group grow align="flex-start">
          {(['CollectionTime', 'RecoveryTime'] as const).map((name) => (
            <TimeInput
              key={name}
              {...draft.field(name, t(`Label${name}`).text, time)}
              timeZone={timeZone}
              value={draft.values[name]}
              {...fixed(!isOpen(name === 'CollectionTime' ? 'collectionDate' : 'recoveryDate'), tForm(`Help${name}Fixed`))}
              onChange={(time) => draft.set({ [name]: time })}
            />
          ))}
        </Group>
      </TimesSection>
    </DraftForm>
  )
}
