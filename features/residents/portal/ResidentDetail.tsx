import { Title } from '@mantine/core'
import { Loaded } from '#platform/portal/Loaded.tsx'
import { usePathParams } from '#platform/portal/links.tsx'
import { useCall } from '#platform/portal/queries.ts'
import { useTimeText } from '#platform/portal/times.tsx'
import { type ResidentInfo, residents } from '../contract.ts'
import { say } from '../messages.ts'
import { ResidentStatus } from './ResidentStatus.tsx'
import { ResidentTabs } from './ResidentTabs.tsx'
import classes from './resident.module.css'

/** What may be seen of a resident by who may not change them: where they live, how to reach them, their packages. */
export default function ResidentDetail() {
  const { residentId } = usePathParams('residentId')
  const resident = useCall(residents.info, { params: { residentId } })
  return (
    <Loaded query={resident} failure={say('MsgResidentRetrieveFailed').text}>
      {(data) => <ResidentTabs key={data.Id} resident={data} details={<Facts resident={data} />} />}
    </Loaded>
  )
}

function Facts({ resident }: { resident: ResidentInfo }) {
  const { day } = useTimeText(resident.PropertyId)
  const facts = [
    [say('LabelUnitNumber').text, resident.UnitNumber],
    [say('LabelBuilding').text, resident.BuildingName],
    [say('LabelProperty').text, resident.PropertyName],
    [say('LabelEmail').text, resident.EmailId],
    [say('LabelMobilePhone').text, resident.MobilePhone],
    [say('LabelPhone1').text, resident.Phone1],
    [say('LabelPhone2').text, resident.Phone2],
    [say('LabelAddress').text, resident.Address],
    [say('LabelHoldFrom').text, resident.HoldFrom && day(resident.HoldFrom)],
    [say('LabelHoldUntil').text, resident.HoldUntil && day(resident.HoldUntil)],
  ].filter(([, value]) => value)
  return (
    <>
      <Title order={1}>{`${resident.FirstName} ${resident.LastName}`}</Title>
      <ResidentStatus resident={resident} />
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
