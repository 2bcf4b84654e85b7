import { t as tType } from '#features/notification-templates/type-messages.ts'
import { t as tScreens } from '#features/package-statuses/screens.ts'
import '@mantine/core/styles/Drawer.css'
import { Drawer, Stack, Text } from '@mantine/core'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { t as tPortal } from '#platform/portal/messages.ts'
import { RecordLink } from '#platform/portal/record/RecordLink.tsx'
import { useOpened } from '#platform/portal/ui/use-dialog.ts'
import { notices } from '../contract.ts'
import { Notice } from './shared/Notice.tsx'

type Props = { noticeId: string; opened: boolean; close: () => void }

/** A notice in a drawer: to whom, about which package, what became of it, and its text. */
export default function NoticeDrawer({ noticeId, opened, close }: Props) {
  const shown = useOpened(opened)
  const detail = useCall(notices.get, { params: { noticeId } })
  return (
    <Drawer
      opened={shown}
      onClose={close}
      position="right"
      size="min(560px, 100%)"
      title={tType('LabelNoticeType').text}
      closeButtonProps={{ 'aria-label': tPortal('WordClose').text }}
      overlayProps={{ backgroundOpacity: 0.25 }}
      transitionProps={{ duration: 120 }}
    >
      <Loaded query={detail}>
        {(notice) => (
          <Stack gap="sm">
            <Notice notice={notice}>
              <Text size="sm">
                <RecordLink kind="resident" id={notice.ResidentId}>
                  {notice.ResidentName}
                </RecordLink>
                {` · ${notice.UnitNumber} · `}
                <RecordLink kind="package" id={notice.PackageId}>
                  {tScreens('TitlePackage', { number: notice.PackageNumber }).text}
                </RecordLink>
              </Text>
            </Notice>
          </Stack>
        )}
      </Loaded>
    </Drawer>
  )
}
