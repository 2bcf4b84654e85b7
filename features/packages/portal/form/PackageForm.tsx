import { Group, Select, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAdviceTags } from '#features/advice-tags/portal/shared/use-advice-tags.ts'
import { BuildingPicker } from '#features/buildings/portal/shared/BuildingPicker.tsx'
import { CourierPicker } from '#features/couriers/portal/shared/CourierPicker.tsx'
import { MailroomPicker } from '#features/mailrooms/portal/shared/MailroomPicker.tsx'
import { packageEntity } from '#features/package-statuses/screens.ts'
import { GROUPS, STATUSES, type StatusName, statusById, statusLabel } from '#features/package-statuses/statuses.ts'
import { PropertyPicker } from '#features/properties/portal/shared/PropertyPicker.tsx'
import type { Message } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import { call } from '#platform/portal/api/call.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { ChoiceSelect } from '#platform/portal/form/ChoiceSelect.tsx'
import { DraftForm, FormSection } from '#platform/portal/form/DraftForm.tsx'
import { TimeInput } from '#platform/portal/form/TimeInput.tsx'
import { type Draft, namedAs, useDraft } from '#platform/portal/form/use-draft.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { useTimeText } from '#platform/portal/ui/times.tsx'
import type { RecordChange } from '#platform/record.ts'
import { type HistoryRow, type PackageDetail, packages } from '../../contract.ts'
import { PackageDraft, packageForm } from '../../editing-contract.ts'
import { t as tForm } from '../../form-messages.ts'
import { t as tPackage } from '../../messages.ts'
import { ARRIVING, type Choice, choices, isSaveHidden, situationOf, whyClosed } from '../../rules.ts'
import { t } from '../../viewer-messages.ts'
import { arriving, type PackageValues, READINGS, saveAskingOfDuplicate, valuesOf } from './package-values.ts'
import { RecipientFields } from './RecipientFields.tsx'

/** For a mailroom that need not be chosen. */
const mayStay = { placeholder: tPackage('StaysInLocker').text, description: tPackage('HelpOptionalMailroom').text }

/** The recipient, and what follows the status. */
const TOGETHER = [
  ['ResidentId', 'Name', 'UnitNumber', 'EmailId', 'MobilePhone'],
  ['StatusId', 'MailRoomId', 'ExpiryTime', 'CollectionTime', 'RecoveryTime'],
] as const

type Part = { draft: Draft<typeof PackageDraft> }

/** Books a package into a mailroom (spec 2 §2 package.new). `known`: values that are typed already. */
export function NewPackageForm({ known }: { known: Partial<PackageValues> | undefined }) {
  const [initial] = useState(arriving)
  const draft = useDraft(PackageDraft, initial)
  const take = useEffectEvent(draft.set)
  useEffect(() => {
    if (known) take(known)
  }, [known])
  const { property, organisation } = useViewer()
  const [propertyId, setPropertyId] = useState(property?.id ?? '')
  const [timeZone, setTimeZone] = useState(organisation.timeZone)
  const { DropOffTime, BuildingId, ResidentId } = draft.values
  const renewExpiry = useNewExpiry(draft, setTimeZone)
  return (
    <DraftForm
      draft={draft}
      creates={{ entity: packageEntity }}
      onSave={async (values, { newId }) => {
        const reply = await saveAskingOfDuplicate(values, (input) =>
          call(packageForm.create, { params: { packageId: newId }, input }),
        )
        draft.form.setInitialValues({ ...arriving(), BuildingId: values.BuildingId, MailRoomId: values.MailRoomId ?? null })
        return reply
      }}
      refreshes={READINGS}
      failureTitle={tForm('MsgPackageSaveFailed').text}
    >
      <FormSection title={label('LabelRecipient').text}>
        <RecipientFields
          draft={draft}
          isOpen
          onChoose={(resident) => {
            setPropertyId(resident.PropertyId)
            const isElsewhere = resident.BuildingId !== BuildingId
            draft.set({
              ResidentId: resident.Id,
              Name: resident.Name,
              UnitNumber: resident.UnitNumber,
              BuildingId: resident.BuildingId,
              ...(isElsewhere && { MailRoomId: null }),
            })
            void renewExpiry({ buildingId: resident.BuildingId, residentId: resident.Id, at: DropOffTime })
          }}
        />
        {!ResidentId && (
          <Group grow align="flex-start">
            <PropertyPicker
              label={label('LabelProperty').text}
              value={propertyId || null}
              onChange={(id) => {
                setPropertyId(id ?? '')
                draft.set({ BuildingId: '', MailRoomId: null })
              }}
            />
            <BuildingPicker
              {...draft.field('BuildingId', label('LabelBuilding').text)}
              propertyId={propertyId}
              value={BuildingId || null}
              onChange={(id) => {
                draft.set({ BuildingId: id ?? '', MailRoomId: null })
                if (id) void renewExpiry({ buildingId: id, residentId: null, at: DropOffTime })
              }}
            />
          </Group>
        )}
        <MailroomPicker
          {...draft.field('MailRoomId', label('LabelMailroom').text)}
          required
          buildingId={BuildingId}
          value={draft.values.MailRoomId ?? null}
          onChange={(id) => draft.set({ MailRoomId: id })}
        />
      </FormSection>
      <LabelSection draft={draft} />
      <FormSection title={t('SectionTimes').text}>
        <Group grow align="flex-start">
          <TimeInput
            {...draft.field('DropOffTime', t('LabelDropOffTime').text)}
            timeZone={timeZone}
            value={DropOffTime}
            onChange={(at) => {
              draft.set({ DropOffTime: at })
              if (at && BuildingId) void renewExpiry({ buildingId: BuildingId, residentId: ResidentId ?? null, at })
            }}
          />
          <TimeInput
            {...draft.field('ExpiryTime', label('LabelExpiry').text)}
            required
            timeZone={timeZone}
            value={draft.values.ExpiryTime}
            onChange={(time) => draft.set({ ExpiryTime: time })}
          />
        </Group>
      </FormSection>
    </DraftForm>
  )
}

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
  const choice = offered.find(({ newStatus }) => newStatus && STATUSES[newStatus].id === draft.values.StatusId)
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
    const next = offered.find(({ newStatus }) => newStatus && STATUSES[newStatus].id === id)
    const now = new Date().toISOString()
    const before = valuesOf(pkg)
    draft.set({
      StatusId: id as PackageValues['StatusId'],
      MailRoomId: before.MailRoomId ?? null,
      ResidentId: before.ResidentId ?? null,
      Name: before.Name,
      UnitNumber: before.UnitNumber,
      ExpiryTime: before.ExpiryTime,
      CollectionTime: next?.stamps === 'collectionTime' ? now : (before.CollectionTime ?? ''),
      RecoveryTime: next?.stamps === 'recoveryTime' ? now : (before.RecoveryTime ?? ''),
    })
    renewFor(next, pkg.ResidentId)
  }
  const renewFor = (next: Choice | undefined, residentId: string | null) => {
    if (next?.expiry !== 'new') return void renewExpiry(null)
    const place = next.ends === 'stays' ? situation.place : next.ends
    void renewExpiry({
      buildingId: pkg.BuildingId,
      residentId,
      at: new Date().toISOString(),
      place: next.asks.mailroom !== 'required' && place === 'locker' ? place : 'mailroom',
    })
  }
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
      <FormSection title={t('SectionTimes').text}>
        <Group grow align="flex-start">
          <TimeInput
            {...draft.field('DropOffTime', t('LabelDropOffTime').text)}
            timeZone={timeZone}
            value={draft.values.DropOffTime}
            required={false}
            disabled
            onChange={() => {}}
          />
          {!isOutbound && (
            <TimeInput
              {...draft.field('ExpiryTime', label('LabelExpiry').text, time)}
              timeZone={timeZone}
              value={draft.values.ExpiryTime}
              {...fixed(!isOpen('expiry'), helpOfExpiry)}
              onChange={(time) => draft.set({ ExpiryTime: time })}
            />
          )}
        </Group>
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
      </FormSection>
    </DraftForm>
  )
}

/** A choice that the package has; one whose record has been deleted since stays until another is chosen. */
const savedChoice = (id: string | null | undefined, name: string | null | undefined, isRemoved = false) =>
  id ? { Id: id, Name: isRemoved ? t('ChoiceRemoved', { name: name ?? '' }).text : (name ?? '') } : undefined

/** What stands on the label, and the notes about it. */
function LabelSection({ draft, pkg }: Part & { pkg?: PackageDetail }) {
  const courier = savedChoice(pkg?.CourierId, pkg?.CourierName, pkg?.IsCourierRemoved)
  const adviceTag = savedChoice(pkg?.AdviceTag, pkg?.AdviceTagName, pkg?.IsAdviceTagRemoved)
  return (
    <FormSection title={t('SectionLabel').text}>
      <CourierPicker
        {...draft.field('CourierId', label('LabelCourier').text, namedAs(courier?.Id, courier?.Name))}
        isDryCleaning={false}
        chosen={courier}
        value={draft.values.CourierId || null}
        onChange={(id) => draft.set({ CourierId: id ?? '' })}
      />
      <Group grow align="flex-start">
        <TextInput {...draft.field('TrackingNumber', label('LabelTrackingNumber').text)} />
        <TextInput {...draft.field('PackageNumber', label('LabelPackageNumber').text)} required />
      </Group>
      <ChoiceSelect
        {...draft.field('AdviceTag', t('LabelAdviceTag').text, namedAs(adviceTag?.Id, adviceTag?.Name))}
        clearable
        {...useAdviceTags()}
        chosen={adviceTag}
        value={draft.values.AdviceTag ?? null}
        onChange={(id) => draft.set({ AdviceTag: id })}
      />
      <Textarea {...draft.field('Note', t('LabelNote').text)} autosize minRows={2} />
    </FormSection>
  )
}

type Arrival = {
  readonly buildingId: string
  readonly residentId: string | null
  /** ISO 8601. */
  readonly at: string
  readonly place?: 'mailroom' | 'locker'
}

/**
 * Sets the expiry that a package gets by the settings of its property, unless another is asked for before it is known; null asks for
 * none. `onTimeZone` receives the property's time zone.
 */
function useNewExpiry({ set }: Draft<typeof PackageDraft>, onTimeZone?: (timeZone: string) => void) {
  const client = useQueryClient()
  const asked = useRef<Arrival | null>(null)
  return async (arrival: Arrival | null) => {
    asked.current = arrival
    if (!arrival) return
    const { buildingId, residentId, at, place = 'mailroom' } = arrival
    const query = { At: at, ...(residentId && { ResidentId: residentId }) }
    const read = () => call(packageForm.newExpiry, { params: { buildingId, place }, query })
    try {
      const { ExpiryTime, TimezoneId } = await client.fetchQuery({
        queryKey: ['newExpiry', buildingId, place, at, residentId],
        queryFn: read,
      })
      if (asked.current !== arrival) return
      set({ ExpiryTime })
      onTimeZone?.(TimezoneId)
    } catch (failure) {
      toast.failure(failure, label('LabelExpiry').text)
    }
  }
}
