import { Button, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { code128, drawingSVG } from 'bwip-js/browser'
import { t as screens } from '#features/package-statuses/screens.ts'
import { t as label } from '#platform/labels.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { usePathParams } from '#platform/portal/navigation/links.tsx'
import { RecordPage } from '#platform/portal/record/RecordPage.tsx'
import { useTimeText } from '#platform/portal/ui/times.tsx'
import { type PackageDetail, packages } from '../../contract.ts'
import { t } from '../../viewer-messages.ts'
import classes from './label.module.css'

/** Height of the bars, in mm, where the narrowest is a third of a mm wide. */
const BARS_MM = 8

/** A package's label for a printer of labels, or any other: for whom it is, and its number as Code 128, which scanners read. */
export default function PackageLabel() {
  const { packageId } = usePathParams('packageId')
  const loaded = useCall(packages.get, { params: { packageId } })
  const print = (
    <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
      {t('ButtonLabel').text}
    </Button>
  )
  return (
    <RecordPage
      list={{ title: screens('ScreenPackageViewer').text, path: '/search' }}
      name={screens('TitlePackage', { number: loaded.data?.PackageNumber ?? '' }).text}
      actions={print}
      tabs={[
        {
          name: 'label',
          label: screens('ScreenPackageLabel').text,
          content: <Loaded query={loaded}>{(pkg) => <Label pkg={pkg} />}</Loaded>,
        },
      ]}
    />
  )
}

function Label({ pkg }: { pkg: PackageDetail }) {
  const { date } = useTimeText(pkg.PropertyTimezoneId)
  const { PackageNumber: number } = pkg
  const arrived = pkg.DropOffTime && t('LabelArrived', { date: date(pkg.DropOffTime) }).text
  const bars = code128({ bcid: 'code128', text: number, height: BARS_MM, paddingwidth: 2 }, drawingSVG())
  return (
    <div className={classes.label} data-sheet>
      <p className={classes.place}>{[pkg.PropertyName, pkg.BuildingName].join(' · ')}</p>
      <p className={classes.unit}>
        <span className="visually-hidden">{label('LabelUnitNumber').text} </span>
        {pkg.UnitNumber}
      </p>
      <Title order={2} className={classes.name}>
        {pkg.Name}
      </Title>
      <p className={classes.more}>{[pkg.MailRoomName, pkg.AdviceTagName, arrived].filter(Boolean).join(' · ')}</p>
      <p className={classes.more}>{[pkg.CourierName, pkg.TrackingNumber].filter(Boolean).join(' · ')}</p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(bars)}`}
        alt={t('LabelBarcode', { number }).text}
        className={classes.bars}
      />
      <p className={classes.number}>{number}</p>
    </div>
  )
}
