import '@mantine/core/styles/Drawer.css'
import { Drawer, Group } from '@mantine/core'
import { LABEL_PATH, packageEntity, t as tScreens } from '#features/package-statuses/screens.ts'
import { t as label } from '#platform/labels.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { pathTo, ScreenLink } from '#platform/portal/navigation/links.tsx'
import { May } from '#platform/portal/session/viewer.tsx'
import { useOpened } from '#platform/portal/ui/use-dialog.ts'
import { packages } from '../contract.ts'
import { t } from '../viewer-messages.ts'
import { Section } from './facts.tsx'
import { PackageFacts } from './PackageFacts.tsx'
import { PackageHistory } from './PackageHistory.tsx'
import { PackagePlace } from './PackagePlace.tsx'
import classes from './package.module.css'
import { PackageStatusBadge } from './shared/PackageStatusBadge.tsx'

type Props = { packageId: string; opened: boolean; close: () => void }

/** A package's detail in a drawer: its place, its data and its history (spec 2 §3). */
export default function PackageDrawer({ packageId, opened, close }: Props) {
  const shown = useOpened(opened)
  const detail = useCall(packages.get, { params: { packageId } })
  return (
    <Drawer
      opened={shown}
      onClose={close}
      position="right"
      size="min(560px, 100%)"
      title={tScreens('TitlePackage', { number: detail.data?.PackageNumber ?? '' }).text}
      classNames={{ title: classes.title }}
      closeButtonProps={{ 'aria-label': t('ClosePackage').text }}
      overlayProps={{ backgroundOpacity: 0.25 }}
      transitionProps={{ duration: 120 }}
    >
      <Loaded query={detail}>
        {(pkg) => (
          <div className={classes.detail} data-live>
            <div className={classes.head}>
              <PackageStatusBadge status={pkg.Status} groupId={pkg.PackageStatus.GroupId} />
              <Group gap="md">
                <ScreenLink to={pathTo(LABEL_PATH, { packageId })}>{t('ButtonLabel').text}</ScreenLink>
                <May permission={packageEntity.edit}>
                  <ScreenLink to={pathTo(packageEntity.editPath, { packageId })} data-edits>
                    {label('LinkEdit').text}
                  </ScreenLink>
                </May>
              </Group>
            </div>
            <PackagePlace pkg={pkg} />
            <PackageFacts pkg={pkg} />
            <Section title={label('SectionHistory').text}>
              <PackageHistory packageId={packageId} timeZone={pkg.PropertyTimezoneId} />
            </Section>
          </div>
        )}
      </Loaded>
    </Drawer>
  )
}
