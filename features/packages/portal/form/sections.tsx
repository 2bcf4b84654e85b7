import { Group, Textarea, TextInput } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { useAdviceTags } from '#features/advice-tags/portal/shared/use-advice-tags.ts'
import { CourierPicker } from '#features/couriers/portal/shared/CourierPicker.tsx'
import { t as label } from '#platform/labels.ts'
import { ChoiceSelect } from '#platform/portal/form/ChoiceSelect.tsx'
import { FormSection } from '#platform/portal/form/DraftForm.tsx'
import { TimeInput } from '#platform/portal/form/TimeInput.tsx'
import { type Draft, namedAs } from '#platform/portal/form/use-draft.ts'
import type { PackageDetail } from '../../contract.ts'
import type { PackageDraft } from '../../editing-contract.ts'
import { t as tIntake } from '../../intake-messages.ts'
import { t } from '../../viewer-messages.ts'
import { useNumber } from '../shared/use-number.ts'

type Part = { draft: Draft<typeof PackageDraft> }

/** A choice that the package has; one whose record has been deleted since stays until another is chosen. */
const savedChoice = (id: string | null | undefined, name: string | null | undefined, isRemoved = false) =>
  id ? { Id: id, Name: isRemoved ? t('ChoiceRemoved', { name: name ?? '' }).text : (name ?? '') } : undefined

/** What stands on the label, and the notes about it. */
export function LabelSection({ draft, pkg }: Part & { pkg?: PackageDetail }) {
  const courier = savedChoice(pkg?.CourierId, pkg?.CourierName, pkg?.IsCourierRemoved)
  const adviceTag = savedChoice(pkg?.AdviceTag, pkg?.AdviceTagName, pkg?.IsAdviceTagRemoved)
  const { CourierId } = draft.values
  const number = draft.values.TrackingNumber ?? ''
  const { courier: courierOfNumber, misread } = useNumber(number)
  const isMisread = misread.length > 0 && number !== pkg?.TrackingNumber
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
        <TextInput
          {...draft.field('TrackingNumber', label('LabelTrackingNumber').text)}
          description={isMisread && tIntake('HintMisread', { carriers: misread.join(', ') }).text}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onBlur={() => {
            if (courierOfNumber && !CourierId) draft.set({ CourierId: courierOfNumber.Id })
          }}
        />
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

type Time = Partial<ComponentProps<typeof TimeInput>>
type TimesProps = Part & {
  timeZone: string
  dropOff: Time
  /** Null: the package does not expire. */
  expiry: Time | null
  /** The text of a time, for a conflict. */
  show?: ((time: string | null) => string) | undefined
  /** Further times. */
  children?: ReactNode
}

/** When a package arrived and when it expires. */
export function TimesSection({ draft, timeZone, dropOff, expiry, show, children }: TimesProps) {
  const { DropOffTime, ExpiryTime } = draft.values
  return (
    <FormSection title={t('SectionTimes').text}>
      <Group grow align="flex-start">
        <TimeInput
          {...draft.field('DropOffTime', t('LabelDropOffTime').text)}
          timeZone={timeZone}
          value={DropOffTime}
          onChange={(time) => draft.set({ DropOffTime: time })}
          {...dropOff}
        />
        {expiry && (
          <TimeInput
            {...draft.field('ExpiryTime', label('LabelExpiry').text, show)}
            timeZone={timeZone}
            value={ExpiryTime}
            onChange={(time) => draft.set({ ExpiryTime: time })}
            {...expiry}
          />
        )}
      </Group>
      {children}
    </FormSection>
  )
}
