import { RecordLink } from '#platform/portal/record/RecordLink.tsx'
import { type PlaceNames, placeText } from './place.ts'

type Place = PlaceNames & { LockerBankId: string | null }

/** A package's place as `placeText`, with links to the locker bank and the locker. */
export function PlaceLinks({ place }: { place: Place }) {
  const { LockerBankId, LockerBankName, LockerName } = place
  if (!LockerBankName) return placeText(place)
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
