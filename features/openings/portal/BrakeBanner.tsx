import { IconHandStop } from '@tabler/icons-react'
import { SEES_BRAKE } from '#features/kiosks/access.ts'
import { useLive } from '#features/live/portal/shared/use-live.ts'
import { useRefresh } from '#platform/portal/api/queries.ts'
import { May } from '#platform/portal/session/viewer.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import { openings } from '../contract.ts'
import { t } from '../messages.ts'
import classes from './openings.module.css'
import { BrakeButton } from './shared/BrakeButton.tsx'
import { useBrake } from './shared/use-brake.ts'

/** Above every screen while remote opening is stopped; keeps the state of the brake up to date for the whole page. */
export default function BrakeBanner() {
  return (
    <May permission={SEES_BRAKE}>
      <Banner />
    </May>
  )
}

function Banner() {
  const refresh = useRefresh()
  useLive((news) => {
    if (news === 'missed' || news.Topic === 'brake') void refresh([openings.brake])
  })
  const brake = useBrake().data
  if (!brake?.IsStopped) return null
  const { StoppedAt, StoppedBy } = brake
  return (
    <section className={classes.banner} role="alert" data-not-printed>
      <IconHandStop size={20} aria-hidden />
      <p>
        <strong>{(StoppedBy ? t('BrakeBannerBy', { name: StoppedBy }) : t('BrakeBanner')).text}</strong>{' '}
        {StoppedAt && <When at={StoppedAt} />}
      </p>
      <BrakeButton stops={false} />
    </section>
  )
}
