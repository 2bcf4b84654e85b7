import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { intake } from '../../intake-contract.ts'
import { t } from '../../intake-messages.ts'
import classes from './intake.module.css'

/** The photo of a package's label. */
export default function LabelPhoto({ packageId }: { packageId: string }) {
  const photo = useCall(intake.photo, { params: { packageId } }, { keptFor: 0 })
  return (
    <Loaded query={photo}>{({ Image }) => <img src={Image} alt={t('LabelLabelPhoto').text} className={classes.photo} />}</Loaded>
  )
}
