import { Button, Group, Stack, Text } from '@mantine/core'
import { useCall, useChange } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { May } from '#platform/portal/session/viewer.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import { type NoticeDetail, notices } from '../../contract.ts'
import { t } from '../../messages.ts'
import { t as screens } from '../../screens.ts'
import { NoticeStatus } from './NoticeStatus.tsx'

/** The notices of a package, latest first, with their texts; those that were not sent can be sent again. */
export function PackageNotices({ packageId }: { packageId: string }) {
  const query = useCall(notices.ofPackage, { params: { packageId } })
  return (
    <Loaded query={query}>
      {(rows) =>
        rows.length === 0 ? (
          <Text c="dimmed">{t('NoNoticesOfPackage').text}</Text>
        ) : (
          <Stack component="ol" gap="md" p={0} m={0} style={{ listStyle: 'none' }} aria-label={screens('ScreenNotices').text}>
            {rows.map((notice) => (
              <Notice key={notice.Id} notice={notice} />
            ))}
          </Stack>
        )
      }
    </Loaded>
  )
}

function Notice({ notice }: { notice: NoticeDetail }) {
  const again = useChange(notices.sendAgain, {
    refreshes: [notices.ofPackage, notices.page],
    title: t('MsgNoticeSendFailed').text,
    onDone: ({ Message }) => toast.success(Message),
  })
  return (
    <li>
      <Group gap="sm" wrap="wrap">
        <strong>{`${notice.Type} · ${notice.Medium}`}</strong>
        <NoticeStatus notice={notice} />
        <Text size="sm" c="dimmed">
          <When at={notice.SentAt ?? notice.CreatedAt} timeZone={notice.PropertyTimezoneId} exact />
        </Text>
        {notice.Status === 'Failed' && (
          <May permission="EditPackage">
            <Button
              variant="default"
              size="compact-sm"
              loading={again.isPending}
              aria-label={t('ButtonSendAgainOf', { type: notice.Type, medium: notice.Medium }).text}
              onClick={() => again.mutate({ input: [notice.Id] })}
            >
              {t('ButtonSendAgain').text}
            </Button>
          </May>
        )}
      </Group>
      <Text size="sm">{[notice.Address, notice.Subject].filter(Boolean).join(' · ')}</Text>
      {notice.Body && (
        <Text
          size="sm"
          component="blockquote"
          m={0}
          mt={4}
          pl="sm"
          style={{ whiteSpace: 'pre-wrap', borderInlineStart: '2px solid var(--line)' }}
        >
          {notice.Body}
        </Text>
      )}
    </li>
  )
}
