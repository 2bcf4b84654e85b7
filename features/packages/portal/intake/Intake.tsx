import '@mantine/core/styles/Checkbox.css'
import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAdviceTags } from '#features/advice-tags/portal/shared/use-advice-tags.ts'
import { isMisread, scannedNumber } from '#features/couriers/carriers.ts'
import { CourierPicker } from '#features/couriers/portal/shared/CourierPicker.tsx'
import { t as tMailroom } from '#features/mailrooms/messages.ts'
import { MailroomPicker } from '#features/mailrooms/portal/shared/MailroomPicker.tsx'
import { STATUSES } from '#features/package-statuses/statuses.ts'
import type { QuickResident } from '#features/recipients/contract.ts'
import { ResidentSearch } from '#features/recipients/portal/shared/ResidentSearch.tsx'
import { newId } from '#platform/ids.ts'
import { t as label } from '#platform/labels.ts'
import { useCall, useChange } from '#platform/portal/api/queries.ts'
import { confirm } from '#platform/portal/feedback/dialogs.tsx'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { ChoiceSelect } from '#platform/portal/form/ChoiceSelect.tsx'
import { PhotoInput } from '#platform/portal/form/PhotoInput.tsx'
import { useUnsavedGuard } from '#platform/portal/form/use-unsaved-guard.ts'
import { useUnsavedMark } from '#platform/portal/record/record-context.ts'
import { useMay } from '#platform/portal/session/viewer.tsx'
import { t as tForm } from '../../form-messages.ts'
import { intake } from '../../intake-contract.ts'
import { t } from '../../intake-messages.ts'
import { t as tPackage } from '../../messages.ts'
import { newPackageNumber } from '../../package-number.ts'
import { t as tViewer } from '../../viewer-messages.ts'
import type { PackageValues } from '../form/package-values.ts'
import { ResidentMarks } from '../form/RecipientFields.tsx'
import { ScanButton } from '../shared/ScanButton.tsx'
import { BookingList, discardText } from './BookingList.tsx'
import type { Booking } from './booking-store.ts'
import classes from './intake.module.css'
import {
  type Recipient,
  rememberMailroom,
  useDuplicate,
  useMailroom,
  useRecognisedCourier,
  useScanAhead,
  type Values,
} from './intake-values.ts'
import { useBookings } from './use-bookings.ts'

const EMPTY: Values = { number: '', courierId: null, recipient: null, mailroomId: null, adviceTag: null, photo: '' }
type Field = 'number' | 'courier' | 'recipient' | 'mailroom' | 'tag'

type Props = {
  /** Called when the recipient is not a resident, with the values typed so far. */
  readonly onSomebodyElse: (known: Partial<PackageValues>) => void
}

/** Books one package after the other by keyboard: Enter goes to the first field that is still needed, or books (decisions "Mailroom intake"). */
export default function Intake({ onSomebodyElse }: Props) {
  const mayOpen = useMay('EditPackage')
  const [values, setValues] = useState(EMPTY)
  const [wrong, setWrong] = useState<Field | null>(null)
  const [isBatch, setBatch] = useState(false)
  const [lastCourierId, setLastCourierId] = useState<string | null>(null)
  const fields = useRef<Partial<Record<Field, HTMLInputElement | null>>>({})
  const at = (field: Field) => (element: HTMLInputElement | null) => {
    fields.current[field] = element
  }
  // After the change that a choice makes, because the list of a select takes the focus back when it closes.
  const going = useRef<ReturnType<typeof setTimeout>>(undefined)
  const goTo = (field: Field) => {
    clearTimeout(going.current)
    going.current = setTimeout(() => fields.current[field]?.focus())
  }
  useEffect(() => fields.current.number?.focus(), [])
  const set = (change: Partial<Values>) => {
    setValues((before) => ({ ...before, ...change }))
    setWrong(null)
  }

  // What is waiting to be sent is kept in the browser; what is half typed is not.
  const isBegun = Boolean(values.number || values.recipient || values.photo)
  useUnsavedGuard(isBegun)
  useUnsavedMark(isBegun)
  const { waiting, booked, put, remove, hold } = useBookings()
  /** The booking that is being corrected. */
  const [corrected, setCorrected] = useState<Booking | null>(null)
  const tags = useAdviceTags()
  const { courier, number, isChoice } = useRecognisedCourier(values.number)
  const courierId = values.courierId ?? courier?.Id ?? (isChoice ? null : lastCourierId)
  const { mailroomId, readMailroom } = useMailroom(values)
  const others = waiting.filter(({ id }) => id !== corrected?.id)
  const duplicate = useDuplicate(number, others)
  const held = useCall(intake.held)
  const notify = useChange(intake.notifyAll, {
    refreshes: [intake.held],
    title: t('MsgNotifyFailed').text,
    onDone: ({ Message }) => toast.success(Message),
  })

  // At once: a fast clerk types on. Enter in the number is only the first step, so nothing is wrong yet.
  const ask = (field: Field) => {
    setWrong(document.activeElement === fields.current.number ? null : field)
    clearTimeout(going.current)
    fields.current[field]?.focus()
  }
  // A booking may wait for a look-up: what is scanned meanwhile is the number of the next package.
  const [isBooking, setBooking] = useState(false)
  const { ahead, scanAhead, takeAhead } = useScanAhead()
  /** The number after which Enter was pressed last. */
  const entered = useRef('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A second Enter must not book the package twice.
    if (isBooking) return scanAhead({ isEntered: true })
    const isNewNumber = document.activeElement === fields.current.number && values.number !== entered.current
    entered.current = values.number
    const field = courierId ? (values.recipient ? null : 'recipient') : 'courier'
    if (field) return ask(field)
    // What is known of a number that was corrected has to be seen first.
    if (isNewNumber) return ask('tag')
    setBooking(true)
    scanAhead({ isEntered: false })
    fields.current.number?.focus()
    void next().finally(() => setBooking(false))
  }
  const next = async () => {
    const mailroom = await readMailroom()
    if (!mailroom) {
      setWrong('mailroom')
      return goTo('mailroom')
    }
    const isKnown = duplicate !== null
    if (isKnown && !(await confirm({ title: duplicate, text: '', yes: t('ButtonBookAnyway').text }))) return goTo('number')
    await book(mailroom, isKnown)
  }
  const book = async (mailroom: string | null, acceptsDuplicate: boolean) => {
    const { recipient, photo, adviceTag } = values
    if (!recipient || !courierId || !mailroom) return
    // Its last try may have been under way when the correction began.
    if (booked.some(({ id }) => id === corrected?.id)) {
      setCorrected(null)
      return toast.warning(t('MsgBookedMeanwhile').text)
    }
    const draft = {
      BuildingId: recipient.BuildingId,
      PackageNumber: corrected?.draft.PackageNumber ?? newPackageNumber(),
      CourierId: courierId,
      StatusId: STATUSES.InMailroom.id,
      ResidentId: recipient.Id,
      Name: recipient.Name,
      UnitNumber: recipient.UnitNumber,
      DropOffTime: new Date().toISOString(),
      MailRoomId: mailroom,
      TrackingNumber: number,
      AdviceTag: adviceTag,
      AcceptDuplicate: acceptsDuplicate,
      NotifyLater: isBatch,
      ...(corrected && { IsCorrection: true }),
    }
    try {
      // A corrected one keeps its id: the server may have booked it although its reply was lost.
      await put({ id: corrected?.id ?? newId(), draft, photo, isBooked: false, refusal: null })
    } catch {
      return toast.error(t('MsgNotKept').text, { title: t('MsgBookFailed').text })
    }
    setCorrected(null)
    rememberMailroom(recipient.BuildingId, mailroom)
    setLastCourierId(courierId)
    const following = takeAhead()
    entered.current = following.isEntered ? following.number : ''
    // At once: the next key belongs to the form again, and would be lost in what was scanned ahead.
    flushSync(() => {
      setValues({ ...EMPTY, number: following.number })
      setBooking(false)
    })
    goTo(following.number && following.isEntered ? 'recipient' : 'number')
  }
  const bookAnyway = (booking: Booking) =>
    void put({ ...booking, refusal: null, draft: { ...booking.draft, AcceptDuplicate: true } })
  const discard = async (booking: Booking) => {
    const { id, draft } = booking
    const text = [draft.TrackingNumber || draft.PackageNumber, draft.Name, draft.UnitNumber].filter(Boolean).join(' · ')
    const yes = discardText(booking)
    if (!(await confirm({ title: yes, text, yes, danger: true }))) return
    if (id === corrected?.id) stopCorrecting()
    await remove(id)
  }
  const stopCorrecting = () => {
    hold(null)
    setCorrected(null)
    setValues(EMPTY)
    goTo('number')
  }
  const correct = async (booking: Booking) => {
    const { id, draft, photo } = booking
    const question = { title: t('TitleReplaceBegun').text, text: t('HelpReplaceBegun').text, yes: t('ButtonReplace').text }
    if (isBegun && id !== corrected?.id && !(await confirm({ ...question, danger: true }))) return
    // It stays in the browser until the corrected one replaces it, and is not sent meanwhile.
    hold(id)
    setCorrected(booking)
    entered.current = draft.TrackingNumber ?? ''
    setValues({
      number: draft.TrackingNumber ?? '',
      courierId: draft.CourierId ?? null,
      recipient: {
        Id: draft.ResidentId ?? '',
        Name: draft.Name,
        UnitNumber: draft.UnitNumber,
        BuildingId: draft.BuildingId ?? '',
      },
      mailroomId: draft.MailRoomId ?? null,
      adviceTag: draft.AdviceTag ?? null,
      photo,
    })
    goTo('number')
  }

  /** A photo stays, because the other form has none. */
  const passOn = () => {
    const { adviceTag, photo } = values
    onSomebodyElse({ TrackingNumber: number, AdviceTag: adviceTag, ...(courierId && { CourierId: courierId }) })
    set({ ...EMPTY, photo })
  }

  const heldCount = held.data?.Count ?? 0
  return (
    <div className={classes.columns}>
      <form onSubmit={submit} noValidate className={classes.form} aria-label={t('TabIntake').text}>
        <Text size="sm">{t('HelpIntake').text}</Text>
        {corrected && (
          <Group>
            <Text fw={600} role="status">
              {t('HintCorrecting', { number: corrected.draft.PackageNumber }).text}
            </Text>
            <Button size="compact-sm" variant="default" onClick={stopCorrecting}>
              {t('ButtonStopCorrecting').text}
            </Button>
          </Group>
        )}
        <TextInput
          ref={at('number')}
          label={label('LabelTrackingNumber').text}
          description={<NumberHint text={values.number} number={number} duplicate={duplicate} isChoice={isChoice} />}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={isBooking ? ahead.number : values.number}
          onChange={({ currentTarget: { value } }) =>
            isBooking ? scanAhead({ number: value }) : set({ number: value, courierId: null })
          }
        />
        <ScanButton
          onRead={(text) => {
            set({ number: text, courierId: null })
            goTo('number')
          }}
        />
        <CourierPicker
          ref={at('courier')}
          label={label('LabelCourier').text}
          required
          isDryCleaning={false}
          error={wrong === 'courier' && tPackage('MsgCourierIdCannotBeNull').text}
          value={courierId}
          onChange={(id) => {
            set({ courierId: id })
            goTo('recipient')
          }}
        />
        <ResidentSearch
          ref={at('recipient')}
          label={label('LabelRecipient').text}
          description={tForm('HelpSearchRecipient').text}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          nothing={t('HintSomebodyElse').text}
          error={wrong === 'recipient' && t('MsgChooseRecipient').text}
          marks={(resident) => <ResidentMarks resident={resident} />}
          onChoose={(recipient) => {
            set({ recipient, mailroomId: null })
            goTo('tag')
          }}
        />
        {values.recipient && <ChosenRecipient recipient={values.recipient} />}
        {!values.recipient && !corrected && (
          <Button variant="subtle" size="compact-sm" className={classes.somebodyElse} onClick={passOn}>
            {tForm('ButtonNotAResident').text}
          </Button>
        )}
        <ChoiceSelect
          ref={at('tag')}
          label={tViewer('LabelAdviceTag').text}
          clearable
          {...tags}
          value={values.adviceTag}
          onChange={(adviceTag) => set({ adviceTag })}
        />
        <MailroomPicker
          ref={at('mailroom')}
          label={label('LabelMailroom').text}
          required
          error={wrong === 'mailroom' && tMailroom('MsgMailroomRequired').text}
          buildingId={values.recipient?.BuildingId}
          value={mailroomId}
          onChange={(id) => set({ mailroomId: id })}
        />
        <PhotoInput
          label={t('LabelLabelPhoto').text}
          path="LabelPhoto"
          value={values.photo}
          onChange={(photo) => set({ photo })}
        />
        <Group>
          <Button type="submit">{t('ButtonBook').text}</Button>
          <Checkbox label={t('LabelBatch').text} checked={isBatch} onChange={(event) => setBatch(event.currentTarget.checked)} />
          {heldCount > 0 && (
            <Button
              variant="default"
              loading={notify.isPending}
              onClick={() =>
                waiting.some(({ refusal }) => !refusal) ? toast.warning(t('MsgSendFirst').text) : notify.mutate({ input: {} })
              }
            >
              {t('ButtonNotifyAll', { count: heldCount }).text}
            </Button>
          )}
        </Group>
      </form>
      <BookingList
        waiting={waiting}
        booked={booked}
        corrected={corrected}
        mayOpen={mayOpen}
        onBookAnyway={bookAnyway}
        onCorrect={(booking) => void correct(booking)}
        onDiscard={(booking) => void discard(booking)}
      />
    </div>
  )
}

function NumberHint(props: { text: string; number: string; duplicate: string | null; isChoice: boolean }) {
  const { text, number, duplicate, isChoice } = props
  const hints = [
    duplicate,
    isMisread(text) && t('HintMisread').text,
    scannedNumber(text) !== scannedNumber(number) && t('HintScanned', { number }).text,
    isChoice && t('HintSeveralCouriers').text,
  ].filter(Boolean)
  return (
    <span role="status" className={classes.hint}>
      {hints.join(' ')}
    </span>
  )
}

const ChosenRecipient = ({ recipient }: { recipient: Recipient }) => (
  <div className={classes.recipient}>
    <Text fw={600}>{recipient.Name}</Text>
    <Text size="sm">{[recipient.UnitNumber, recipient.BuildingName, recipient.PropertyName].filter(Boolean).join(' · ')}</Text>
    {recipient.Delegates && <ResidentMarks resident={recipient as QuickResident} />}
  </div>
)
