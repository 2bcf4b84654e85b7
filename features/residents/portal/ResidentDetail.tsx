import type { ReactNode } from 'react'
import { buildingName, propertyName } from '#features/buildings/portal/shared/place-names.tsx'
import { t as label } from '#platform/labels.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { usePathParams } from '#platform/portal/navigation/links.tsx'
import { useTimeText } from '#platform/portal/ui/times.tsx'
import { type ResidentInfo, residents } from '../contract.ts'
import { t } from '../messages.ts'
import { ResidentPage } from './ResidentPage.tsx'
import classes from './resident.module.css'

/** A resident for callers without the permission to edit: home, contact, packages. */
export default function ResidentDetail() {
  const { residentId } = usePathParams('residentId')
  const resident = useCall(residents.info, { params: { residentId } })
  return (
    <Loaded query={resident} failure={t('MsgResidentRetrieveFailed').text}>
      {(data) => <ResidentPage key={data.Id} resident={data} details={<Facts resident={data} />} />}
    </Loaded>
  )
}

function Facts({ resident }: { resident: ResidentInfo }) {
  const { day } = useTimeText(resident.PropertyTimezoneId)
  const facts: [string, ReactNode][] = [
    [label('LabelUnitNumber').text, resident.UnitNumber],
    [label('LabelBuilding').text, buildingName(resident)],
    [label('LabelProperty').text, propertyName(resident)],
    [label('LabelEmail').text, resident.EmailId],
    [label('LabelMobilePhone').text, resident.MobilePhone],
    [label('LabelPhone1').text, resident.Phone1],
    [label('LabelPhone2').text, resident.Phone2],
    [label('LabelAddress').text, resident.Address],
    [t('LabelHoldFrom').text, resident.HoldFrom && day(resident.HoldFrom)],
    [t('LabelHoldUntil').text, resident.HoldUntil && day(resident.HoldUntil)],
  ]
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
