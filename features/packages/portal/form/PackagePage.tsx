import { Button } from '@mantine/core'
import { useState } from 'react'
import { notices } from '#features/notices/contract.ts'
import { PackageNotices } from '#features/notices/portal/shared/PackageNotices.tsx'
import { t as noticeScreens } from '#features/notices/screens.ts'
import { LABEL_PATH, packageEntity, t as screens } from '#features/package-statuses/screens.ts'
import { GROUPS, type StatusName, statusById } from '#features/package-statuses/statuses.ts'
import { t as label } from '#platform/labels.ts'
import { useChange } from '#platform/portal/api/queries.ts'
import { RecordBulkButton } from '#platform/portal/bulk/RecordBulkButton.tsx'
import { editScreen } from '#platform/portal/entity/edit-screen.tsx'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { FormSection, Sections } from '#platform/portal/form/DraftForm.tsx'
import { Extensions } from '#platform/portal/navigation/extensions.ts'
import { pathTo, useGo } from '#platform/portal/navigation/links.tsx'
import { detailsTab, RecordPage } from '#platform/portal/record/RecordPage.tsx'
import { lazyComponent } from '#platform/portal/ui/lazy-component.tsx'
import { type PackageDetail, packages } from '../../contract.ts'
import { packageForm } from '../../editing-contract.ts'
import { t as tIntake } from '../../intake-messages.ts'
import { whyNotResend } from '../../rules.ts'
import { t } from '../../viewer-messages.ts'
import { PackageHistory, READ_AGAIN_MS } from '../PackageHistory.tsx'
import { PackagePlace } from '../PackagePlace.tsx'
import { extendExpiry } from '../package-actions.ts'
import { PACKAGE_ACTIONS } from '../shared/extensions.ts'
import { PackageStatusBadge } from '../shared/PackageStatusBadge.tsx'
import { NewPackageForm } from './NewPackageForm.tsx'
import { PackageForm } from './PackageForm.tsx'
import type { PackageValues } from './package-values.ts'

const list = () => ({ title: screens('ScreenPackageViewer').text, path: '/search' })

const Intake = lazyComponent(() => import('../intake/Intake.tsx'))
const LabelPhoto = lazyComponent(() => import('../intake/LabelPhoto.tsx'))
const photoTab = (packageId: string) => ({
  name: 'photo',
  label: tIntake('LabelLabelPhoto').text,
  content: <LabelPhoto packageId={packageId} />,
})

/** Books packages quickly, or one with all its fields (spec 2 §2 package.new). */
export default function NewPackage() {
  const go = useGo()
  /** Values typed in the quick intake for a recipient who is not a resident. */
  const [known, setKnown] = useState<Partial<PackageValues>>()
  const onSomebodyElse = (values: Partial<PackageValues>) => {
    setKnown(values)
    go('/package/new?tab=form')
  }
  const intake = <Intake onSomebodyElse={onSomebodyElse} />
  return (
    <RecordPage
      list={list()}
      name={screens('ScreenNewPackage').text}
      tabs={[
        { name: 'intake', label: tIntake('TabIntake').text, content: intake, hasInput: true },
        { name: 'form', label: tIntake('TabForm').text, content: <NewPackageForm known={known} />, hasInput: true },
      ]}
    />
  )
}

/** A package: its form, place, notices and history (spec 2 §2 package.detail). */
export const PackageEdit = editScreen(
  packageEntity,
  packages.get,
  (pkg) => (
    <RecordPage
      list={list()}
      name={screens('TitlePackage', { number: pkg.PackageNumber }).text}
      status={<PackageStatusBadge status={pkg.Status} groupId={pkg.PackageStatus.GroupId} />}
      actions={<PackageActions pkg={pkg} />}
      tabs={[
        detailsTab(<PackageForm pkg={pkg} />),
        ...(pkg.HasLabelPhoto ? [photoTab(pkg.Id)] : []),
        { name: 'place', label: label('LabelLocation').text, content: <PackagePlace pkg={pkg} /> },
        {
          name: 'notices',
          label: noticeScreens('ScreenNotices').text,
          content: <PackageNotices packageId={pkg.Id} />,
        },
        {
          name: 'history',
          label: label('SectionHistory').text,
          content: (
            <Sections>
              <FormSection title={label('SectionHistory').text}>
                <PackageHistory packageId={pkg.Id} timeZone={pkg.PropertyTimezoneId} />
              </FormSection>
            </Sections>
          ),
        },
      ]}
    />
  ),
  { every: READ_AGAIN_MS },
)

function PackageActions({ pkg }: { pkg: PackageDetail }) {
  const resend = useChange(packageForm.resend, {
    refreshes: [notices.ofPackage],
    title: t('NotificationTriggeredFailed').text,
    onDone: ({ Message }) => toast.success(Message),
    isOnce: true,
  })
  const status = statusById(pkg.StatusId) as StatusName
  const go = useGo()
  return (
    <>
      <Extensions point={PACKAGE_ACTIONS} props={{ pkg }} />
      <Button variant="default" onClick={() => go(pathTo(LABEL_PATH, { packageId: pkg.Id }))}>
        {t('ButtonLabel').text}
      </Button>
      {whyNotResend(status) === null && (
        <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate({ input: { Id: pkg.Id } })}>
          {t('ButtonResend').text}
        </Button>
      )}
      {pkg.PackageStatus.GroupId === GROUPS.Active && (
        <RecordBulkButton action={extendExpiry} id={pkg.Id} name={screens('TitlePackage', { number: pkg.PackageNumber }).text} />
      )}
    </>
  )
}
