import { Text } from '@mantine/core'
import { type MeaningKind, StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import type { NoticeRow } from '../../contract.ts'

const KINDS: Readonly<Record<NoticeRow['Status'], MeaningKind>> = {
  Waiting: 'used',
  Sending: 'used',
  Sent: 'good',
  Delivered: 'good',
  Failed: 'stop',
  Cancelled: 'off',
}

/** What became of a notice, with the reason. */
export const NoticeStatus = ({ notice }: { notice: NoticeRow }) => (
  <>
    <StatusBadge kind={KINDS[notice.Status]}>{notice.StatusName}</StatusBadge>
    {notice.Reason && (
      <Text size="xs" c="dimmed">
        {notice.Reason}
      </Text>
    )}
  </>
)
