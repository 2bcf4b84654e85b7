import type { PlaceNames } from '#features/package-statuses/place-text.ts'
import { RecordLink } from '#platform/portal/record/RecordLink.tsx'

type Place = PlaceNames & { LockerBankId: string | null; MailRoomId: string | null }

/** A package's place as `placeText`, with links to the locker bank and the locker, or to the mailroom. */
export function PlaceLinks({ place }: { place: Place }) {
  const { LockerBankId, LockerBankName, LockerName } = place
  if (!LockerBankName)
    return (
      <RecordLink kind="mailroom" id={place.MailRoomId}>
        {place.MailRoomName}
      </RecordLink>
    )
  return (
    <>
      <RecordLink kind="lockerBank" id={LockerBankId}>
        {LockerBankName}
      </RecordLink>
      {LockerName && (
        <>
          {' · '}
          <RecordLink kind="locker" id={LockerName} of={LockerBankId}>
            {LockerName}
          </RecordLink>
        </>
      )}
    </>
  )
}
