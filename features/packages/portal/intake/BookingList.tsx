import { Button, Group, Text } from '@mantine/core'
import { LABEL_PATH } from '#features/package-statuses/screens.ts'
import { t as label } from '#platform/labels.ts'
import { pathTo, ScreenLink } from '#platform/portal/navigation/links.tsx'
import { t } from '../../intake-messages.ts'
import { t as tViewer } from '../../viewer-messages.ts'
import type { Booking } from './booking-store.ts'
import classes from './intake.module.css'

type Props = {
  readonly waiting: readonly Booking[]
  readonly booked: readonly Booking[]
  /** The booking that is being corrected. */
  readonly corrected: Booking | null
  /** Whether the user may open packages. */
  readonly mayOpen: boolean
  readonly onBookAnyway: (booking: Booking) => void
  readonly onCorrect: (booking: Booking) => void
  readonly onDiscard: (booking: Booking) => void
}

/** What was booked: first what the server has not confirmed, then the packages of this session. */
export function BookingList({ waiting, booked, corrected, mayOpen, onBookAnyway, onCorrect, onDiscard }: Props) {
  const [last] = booked
  return (
    <div className={classes.lists}>
      <p role="status" className="visually-hidden">
        {last && t('SpokenBooked', wordsOf(last)).text}
      </p>
      {waiting.length > 0 && (
        <section aria-label={t('LabelWaitingToSend').text}>
          <h2 className={classes.title}>{`${t('LabelWaitingToSend').text} (${waiting.length})`}</h2>
          <Text size="sm">{t('HintWaiting').text}</Text>
          <ul className={classes.list}>
            {waiting.map((booking) => (
              <li key={booking.id} data-refused={booking.refusal !== null || undefined}>
                <Words booking={booking} />
                <Text
                  size="sm"
                  fw={600}
                  role={booking.refusal ? 'alert' : undefined}
                  c={booking.refusal ? 'var(--stop)' : 'inherit'}
                >
                  {booking.id === corrected?.id ? t('WordBeingCorrected').text : stateOf(booking)}
                </Text>
                {(booking.refusal || booking.failure) && (
                  <Group gap={4}>
                    {booking.refusal?.code === 'MsgTrackingNumberLive' && (
                      <Button size="compact-sm" variant="default" onClick={() => onBookAnyway(booking)}>
                        {t('ButtonBookAnyway').text}
                      </Button>
                    )}
                    {!booking.isBooked && !corrected && (
                      <Button size="compact-sm" variant="default" onClick={() => onCorrect(booking)}>
                        {t('ButtonCorrect').text}
                      </Button>
                    )}
                    <Button size="compact-sm" variant="subtle" onClick={() => onDiscard(booking)}>
                      {discardText(booking)}
                    </Button>
                  </Group>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {booked.length > 0 && (
        <section aria-label={t('LabelBooked').text}>
          <h2 className={classes.title}>{t('LabelBooked').text}</h2>
          <ul className={classes.list}>
            {booked.map((booking) => (
              <li key={booking.id}>
                <Words booking={booking} />
                <ScreenLink to={pathTo(LABEL_PATH, { packageId: booking.id })}>{tViewer('ButtonLabel').text}</ScreenLink>
                {mayOpen && <ScreenLink to={`/package/detail/${booking.id}`}>{label('LabelPackage').text}</ScreenLink>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function stateOf({ refusal, failure, isBooked }: Booking): string {
  if (refusal) return `${t('WordRefused').text}: ${refusal.message}`
  const state = t(isBooked ? 'WordPhotoWaiting' : 'WordWaiting').text
  return failure ? `${state}. ${t('HintLastTry', { reason: failure.message }).text}` : state
}

/** Of a booked package only the photo is missing. */
export const discardText = ({ isBooked }: Booking) => t(isBooked ? 'ButtonDropPhoto' : 'ButtonDiscard').text

const wordsOf = ({ draft: { PackageNumber, Name, UnitNumber } }: Booking) => ({
  number: PackageNumber,
  name: Name,
  unit: UnitNumber,
})

const Words = ({ booking: { draft } }: { booking: Booking }) => (
  <span>
    <strong>{draft.PackageNumber}</strong> {`${draft.Name} · ${draft.UnitNumber}`}
    {draft.TrackingNumber ? ` · ${draft.TrackingNumber}` : ''}
  </span>
)
