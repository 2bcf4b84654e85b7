import '@mantine/core/styles/Checkbox.css'
import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAdviceTags } from '#features/advice-tags/portal/shared/use-advice-tags.ts'

import { CourierPicker } from '#features/couriers/portal/shared/CourierPicker.tsx'
import { t as tMailroom } from '#features/mailrooms/messages.ts'
import { MailroomPicker } from '#features/mailrooms/portal/shared/MailroomPicker.tsx'
import type { QuickResident } from '#features/recipients/contract.ts'
import { ResidentSearch } from '#features/recipients/portal/shared/ResidentSearch.tsx'
import { t as tNumber } from '#features/tracking-numbers/messages.ts'
import { t as label } from '#platform/labels.ts'
import { useCall, useChange } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { ChoiceSelect } from '#platform/portal/form/ChoiceSelect.tsx'
import { PhotoInput } from '#platform/portal/form/PhotoInput.tsx'
import { useMay } from '#platform/portal/session/viewer.tsx'
import { t as tForm } from '../../form-messages.ts'
import { intake as operations } from '../../intake-contract.ts'
import { t } from '../../intake-messages.ts'
import { t as tPackage } from '../../messages.ts'
import { t as tViewer } from '../../viewer-messages.ts'
import type { PackageValues } from '../form/package-values.ts'
import { ResidentMarks } from '../form/RecipientFields.tsx'
import { ScanButton } from '../shared/ScanButton.tsx'
import { BookingList } from './BookingList.tsx'
import classes from './intake.module.css'
import type { Recipient } from './intake-state.ts'
import { useIntake } from './use-intake.ts'

type Props = {
  /** Called when the recipient is not a resident, with the values typed so far. */
  readonly onSomebodyElse: (known: Partial<PackageValues>) => void
}

/** Books one package after the other by keyboard: Enter goes to the first field that is still needed, or books (decisions "Mailroom intake"). */
export default function Intake({ onSomebodyElse }: Props) {
  const mayOpen = useMay('EditPackage')
  const tags = useAdviceTags()
  const [isBatch, setBatch] = useState(false)
  const intake = useIntake(isBatch)
  const { state, set, fields, bookings } = intake
  const { values, wrong, corrected } = state
  const passOn = () => {
    const { courierId, number } = intake
    onSomebodyElse({ TrackingNumber: number, AdviceTag: values.adviceTag, ...(courierId && { CourierId: courierId }) })
    intake.passOn()
  }
  const chooseCourier = (courierId: string | null) => {
    set({ courierId })
    fields.goTo('recipient')
  }
  return (
    <div className={classes.columns}>
      <form onSubmit={intake.submit} noValidate className={classes.form} aria-label={t('TabIntake').text}>
        <Text size="sm">{t('HelpIntake').text}</Text>
        {corrected && (
          <Group>
            <Text fw={600} role="status">
              {t('HintCorrecting', { number: corrected.draft.PackageNumber }).text}
            </Text>
            <Button size="compact-sm" variant="default" onClick={intake.stopCorrecting}>
              {t('ButtonStopCorrecting').text}
            </Button>
          </Group>
        )}
        <TextInput
          ref={fields.at('number')}
          label={label('LabelTrackingNumber').text}
          description={<NumberHint text={values.number} intake={intake} />}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={wrong === 'number' && tNumber('MsgNoTrackingNumber').text}
          value={state.isBooking ? state.ahead.number : values.number}
          onChange={({ currentTarget: { value } }) =>
            state.isBooking ? intake.scanAhead(value) : set({ number: value, courierId: null })
          }
        />
        <ScanButton
          onRead={(text) => {
            set({ number: text, courierId: null })
            fields.goTo('number')
          }}
        />
        <CourierPicker
          ref={intake.offered.length === 0 ? fields.at('courier') : undefined}
          label={label('LabelCourier').text}
          required
          isDryCleaning={false}
          error={wrong === 'courier' && tPackage('MsgCourierIdCannotBeNull').text}
          value={intake.courierId}
          onChange={chooseCourier}
        />
        <OfferedCouriers couriers={intake.offered} first={fields.at('courier')} onChoose={chooseCourier} />
        <ResidentSearch
          ref={fields.at('recipient')}
          label={label('LabelRecipient').text}
          description={tForm('HelpSearchRecipient').text}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          nothing={t('HintSomebodyElse').text}
          error={wrong === 'recipient' && t('MsgChooseRecipient').text}
          marks={(resident) => <ResidentMarks resident={resident} />}
          onChoose={(recipient) => {
            set({ recipient, mailroomId: null })
            fields.goTo('tag')
          }}
        />
        {values.recipient && <ChosenRecipient recipient={values.recipient} />}
        {!values.recipient && !corrected && (
          <Button variant="subtle" size="compact-sm" className={classes.somebodyElse} onClick={passOn}>
            {tForm('ButtonNotAResident').text}
          </Button>
        )}
        <ChoiceSelect
          ref={fields.at('tag')}
          label={tViewer('LabelAdviceTag').text}
          clearable
          {...tags}
          value={values.adviceTag}
          onChange={(adviceTag) => set({ adviceTag })}
        />
        <MailroomPicker
          ref={fields.at('mailroom')}
          label={label('LabelMailroom').text}
          required
          error={wrong === 'mailroom' && tMailroom('MsgMailroomRequired').text}
          buildingId={values.recipient?.BuildingId}
          value={intake.mailroomId}
          onChange={(id) => set({ mailroomId: id })}
        />
        <PhotoInput
          label={t('LabelLabelPhoto').text}
          path="LabelPhoto"
          value={values.photo}
          onChange={(photo) => set({ photo })}
        />
        <BatchBar isBatch={isBatch} onBatch={setBatch} isWaiting={bookings.waiting.some(({ refusal }) => !refusal)} />
      </form>
      <BookingList
        waiting={bookings.waiting}
        booked={bookings.booked}
        corrected={corrected}
        mayOpen={mayOpen}
        onBookAnyway={intake.bookAnyway}
        onCorrect={(booking) => void intake.correct(booking)}
        onDiscard={(booking) => void intake.discard(booking)}
      />
    </div>
  )
}

type BatchBarProps = {
  isBatch: boolean
  onBatch: (isBatch: boolean) => void
  /** Bookings wait to be sent. */
  isWaiting: boolean
}

/** Books, and sends the notices that wait until a batch of packages is booked. */
function BatchBar({ isBatch, onBatch, isWaiting }: BatchBarProps) {
  const held = useCall(operations.held)
  const notify = useChange(operations.notifyAll, {
    refreshes: [operations.held],
    title: t('MsgNotifyFailed').text,
    onDone: ({ Message }) => toast.success(Message),
  })
  const heldCount = held.data?.Count ?? 0
  return (
    <Group>
      <Button type="submit">{t('ButtonBook').text}</Button>
      <Checkbox label={t('LabelBatch').text} checked={isBatch} onChange={(event) => onBatch(event.currentTarget.checked)} />
      {heldCount > 0 && (
        <Button
          variant="default"
          loading={notify.isPending}
          onClick={() => (isWaiting ? toast.warning(t('MsgSendFirst').text) : notify.mutate({ input: {} }))}
        >
          {t('ButtonNotifyAll', { count: heldCount }).text}
        </Button>
      )}
    </Group>
  )
}

type NumberHintProps = { text: string; intake: Pick<ReturnType<typeof useIntake>, 'number' | 'duplicate' | 'misread'> }

/** What is known of a number that was typed or scanned. */
function NumberHint({ text, intake: { number, duplicate, misread } }: NumberHintProps) {
  const hints = [
    duplicate,
    misread.length > 0 && t('HintMisread', { carriers: misread.join(', ') }).text,
    number !== '' && number !== text.trim().toUpperCase() && t('HintScanned', { number }).text,
  ].filter(Boolean)
  return (
    <span role="status" className={classes.hint}>
      {hints.join(' ')}
    </span>
  )
}

type OfferedProps = {
  readonly couriers: readonly { readonly Id: string; readonly Name: string }[]
  /** Receives the first button, which Enter after the number goes to. */
  readonly first: (button: HTMLElement | null) => void
  readonly onChoose: (id: string) => void
}

/** The couriers whose number it may be: no check digit tells, so that somebody chooses. */
function OfferedCouriers({ couriers, first, onChoose }: OfferedProps) {
  if (couriers.length === 0) return null
  return (
    <Group gap="xs" role="group" aria-label={t('LabelOffered').text}>
      <Text size="sm">{t('LabelOffered').text}</Text>
      {couriers.map(({ Id, Name }, i) => (
        <Button key={Id} ref={i === 0 ? first : undefined} variant="light" size="compact-sm" onClick={() => onChoose(Id)}>
          {Name}
        </Button>
      ))}
    </Group>
  )
}

const ChosenRecipient = ({ recipient }: { recipient: Recipient }) => (
  <div className={classes.recipient}>
    <Text fw={600}>{recipient.Name}</Text>
    <Text size="sm">{[recipient.UnitNumber, recipient.BuildingName, recipient.PropertyName].filter(Boolean).join(' · ')}</Text>
    {recipient.Delegates && <ResidentMarks resident={recipient as QuickResident} />}
  </div>
)
