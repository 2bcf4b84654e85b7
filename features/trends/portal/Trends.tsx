import { SegmentedControl, Text } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { t as banks } from '#features/locker-banks/screens.ts'
import { numberText } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import type { OutputOf } from '#platform/operation.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { EmptyHint } from '#platform/portal/grid/EmptyHint.tsx'
import { useSearchParams, useSetSearchParams } from '#platform/portal/navigation/links.tsx'
import { useTimeText } from '#platform/portal/ui/times.tsx'
import { AGES, DEFAULT_PERIOD, PERIODS, trends, WAITED_HOURS } from '../contract.ts'
import { t } from '../messages.ts'
import { ChartWithTable } from './shared/ChartWithTable.tsx'
import classes from './shared/trends.module.css'

type Numbers = OutputOf<typeof trends.read>

/** The charts of a property's numbers, or of all properties; each with its table. */
export default function Trends({ propertyId }: { propertyId: string | null }) {
  const address = useSearchParams()
  const set = useSetSearchParams()
  const days = PERIODS.find((count) => String(count) === address.days) ?? DEFAULT_PERIOD
  const query = useCall(trends.read, { input: { PropertyId: propertyId, Days: days } })
  return (
    <div className={classes.trends}>
      <SegmentedControl
        transitionDuration={0}
        className={classes.period}
        aria-label={t('LabelPeriod').text}
        data={PERIODS.map((count) => ({ value: String(count), label: t('PeriodDays', { count }).text }))}
        value={String(days)}
        onChange={(value) => set({ days: value === String(DEFAULT_PERIOD) ? undefined : value })}
      />
      <Loaded query={query}>{(numbers) => <Charts numbers={numbers} />}</Loaded>
    </div>
  )
}

function Charts({ numbers: { AsOf, Days, Waited, Ages, Hours } }: { numbers: Numbers }) {
  const { day, dateTime } = useTimeText()
  const isBusy = Days.some((one) => one.DroppedOff + one.Collected + one.Recovered + one.Expired > 0)
  const sizes = Hours[0]?.Sizes.map(({ Size }) => Size) ?? []
  return (
    <div className={classes.charts}>
      {AsOf && (
        <Text size="sm" c="dimmed" className={classes.asOf}>
          {t('AsOf', { time: dateTime(AsOf) }).text}
        </Text>
      )}
      {isBusy ? (
        <>
          <ChartWithTable
            title={t('TitleDays').text}
            isWide
            first={t('LabelDay').text}
            series={[
              { name: 'DroppedOff', label: t('LabelDroppedOff').text },
              { name: 'Collected', label: t('LabelCollected').text },
              { name: 'Recovered', label: t('LabelRecovered').text },
              { name: 'Expired', label: t('LabelExpired').text },
            ]}
            rows={Days.map(({ Day, ...values }) => ({ name: day(Day), values }))}
          />
          <ChartWithTable
            title={t('TitleWaited').text}
            first={t('LabelWaited').text}
            series={[{ name: 'Packages', label: label('LabelPackages').text }]}
            rows={Waited.map((Packages, index) => ({ name: waitedText(index), values: { Packages } }))}
          />
        </>
      ) : (
        <Text c="dimmed">{t('NothingKept').text}</Text>
      )}
      <ChartWithTable
        title={t('TitleAgeing').text}
        first={t('LabelAge').text}
        series={[{ name: 'Packages', label: label('LabelPackages').text }]}
        rows={Ages.map((Packages, index) => ({ name: ageText(index), values: { Packages } }))}
      />
      {sizes.length > 0 ? (
        <ChartWithTable
          title={t('TitleOccupancy').text}
          isWide
          isShare
          first={t('LabelHour').text}
          series={sizes.map((Size) => ({ name: Size, label: Size }))}
          rows={Hours.map(({ Hour, Sizes }) => ({
            name: `${String(Hour).padStart(2, '0')}:00`,
            values: Object.fromEntries(Sizes.map(({ Size, Share }) => [Size, Share])),
          }))}
        />
      ) : (
        <Text c="dimmed">
          <EmptyHint
            text={t('NoLockers').text}
            steps={[{ to: '/lockerbank/list', text: banks('ScreenLockerBanks').text, needs: 'ViewLockerBank' }]}
          />
        </Text>
      )}
    </div>
  )
}

function waitedText(index: number): string {
  const hours = WAITED_HOURS[index]
  if (hours === undefined) return t('Longer').text
  return hours <= 24 ? t('UpToHours', { hours }).text : t('UpToDays', { days: numberText(hours / 24) }).text
}

function ageText(index: number): string {
  const from = AGES[index]!
  const next = AGES[index + 1]
  if (next === undefined) return t('AgeMore', { from }).text
  return from === 0 ? t('AgeDay').text : t('AgeDays', { from, to: next }).text
}
