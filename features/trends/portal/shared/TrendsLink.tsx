import '@mantine/core/styles/ActionIcon.css'
import { ActionIcon, Button, Text } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { useId } from 'react'
import { numberText } from '#platform/define-messages.ts'
import type { OutputOf } from '#platform/operation.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { messageBox } from '#platform/portal/feedback/dialogs.tsx'
import { ScreenLink } from '#platform/portal/navigation/links.tsx'
import { May } from '#platform/portal/session/viewer.tsx'
import { useTimeText } from '#platform/portal/ui/times.tsx'
import { trends } from '../../contract.ts'
import { t } from '../../messages.ts'
import { t as screens, TRENDS_NEEDS, TRENDS_PATH } from '../../screens.ts'
import { NumbersTable } from './NumbersTable.tsx'
import classes from './trends.module.css'

type Props = { propertyId: string | undefined }
type Days = OutputOf<typeof trends.recent>['Days']

/** The last two weeks of the property that a list shows, or of all, small, and the way to the other charts. */
const TrendsLink = (props: Props) => (
  <May permission={TRENDS_NEEDS}>
    <Recent {...props} />
  </May>
)
export default TrendsLink

function Recent({ propertyId }: Props) {
  const id = useId()
  const { day, dateTime } = useTimeText()
  const { data } = useCall(trends.recent, { input: { PropertyId: propertyId ?? null } })
  const query = propertyId ? `?${new URLSearchParams({ PropertyId: propertyId })}` : ''
  const today = data?.Days.at(-1)
  const asOf = data?.AsOf ? t('AsOf', { time: dateTime(data.AsOf) }).text : ''
  return (
    <figure className={`${classes.recent} ${classes.palette}`} aria-labelledby={id}>
      <Button
        variant="default"
        title={asOf || undefined}
        leftSection={data && <Spark days={data.Days} />}
        renderRoot={(props) => <ScreenLink {...props} to={TRENDS_PATH + query} />}
      >
        {screens('ScreenTrends').text}
        {today && (
          <span className={classes.today}>
            {t('Today', { in: numberText(today.DroppedOff), out: numberText(today.Collected) }).text}
          </span>
        )}
      </Button>
      <span hidden id={id}>
        {t('TitleRecent').text}
      </span>
      {data && (
        <ActionIcon
          variant="subtle"
          size="lg"
          aria-label={t('AsTable').text}
          onClick={() =>
            messageBox({
              title: t('TitleRecent').text,
              body: <RecentTable days={data.Days} labelledBy={id} day={day} asOf={asOf} />,
            })
          }
        >
          <IconTable size={18} />
        </ActionIcon>
      )}
    </figure>
  )
}

type Table = { days: Days; labelledBy: string; day: (day: string) => string; asOf: string }

/** In a dialog, which is outside the signed-in part and does not know the user's date format. */
const RecentTable = ({ days, labelledBy, day, asOf }: Table) => (
  <>
    <Text size="sm" c="dimmed">
      {asOf}
    </Text>
    <NumbersTable
      labelledBy={labelledBy}
      first={t('LabelDay').text}
      series={[
        { name: 'DroppedOff', label: t('LabelDroppedOff').text },
        { name: 'Collected', label: t('LabelCollected').text },
      ]}
      rows={days.toReversed().map(({ Day, ...values }) => ({ name: day(Day), values }))}
      text={(value) => numberText(value ?? 0)}
    />
  </>
)

const [WIDTH, HEIGHT] = [72, 20]

/** Drop-offs and collections as two lines, the second dashed. */
function Spark({ days }: { days: Days }) {
  const most = Math.max(1, ...days.flatMap(({ DroppedOff, Collected }) => [DroppedOff, Collected]))
  const line = (name: 'DroppedOff' | 'Collected') =>
    days.map((one, nth) => `${(nth * WIDTH) / (days.length - 1)},${HEIGHT - 1 - (one[name] / most) * (HEIGHT - 2)}`).join(' ')
  return (
    <svg className={classes.spark} width={WIDTH} height={HEIGHT} aria-hidden>
      <polyline points={line('DroppedOff')} stroke="var(--series-1)" />
      <polyline points={line('Collected')} stroke="var(--series-2)" strokeDasharray="3 2" />
    </svg>
  )
}
