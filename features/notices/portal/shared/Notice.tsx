import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useChange } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { May } from '#platform/portal/session/viewer.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import { type NoticeDetail, notices } from '../../contract.ts'
import { t } from '../../messages.ts'
import { NoticeStatus } from './NoticeStatus.tsx'

/** A notice with its text as it was sent; one that was not sent can be sent again. */
export function Notice({ notice, children }: { notice: NoticeDetail; children?: ReactNode }) {
  const again = useChange(notices.sendAgain, {
    refreshes: [notices.ofPackage, notices.page, notices.get],
    title: t('MsgNoticeSendFailed').text,
    onDone: ({ Message }) => toast.success(Message),
  })
  return (
    <>
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
      {children}
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
    </>
  )
}
