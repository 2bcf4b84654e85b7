import { IconDownload } from '@tabler/icons-react'
import { call } from '#platform/portal/api/call.ts'
import { useIsConnectionLost } from '#platform/portal/api/connection.ts'
import { download } from '#platform/portal/api/download.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { useAttempt } from '#platform/portal/feedback/use-attempt.ts'
import { ToolButton } from '#platform/portal/ui/ToolButton.tsx'
import { audit } from '../contract.ts'
import { t } from '../messages.ts'

/** Exports the entries of the list's filters; the server writes the file, because the export is an entry itself. */
export function AuditExport({ query }: { query: object }) {
  const { attempt, isUnderWay } = useAttempt()
  const isConnectionLost = useIsConnectionLost()
  const start = () =>
    attempt(async () => {
      try {
        const file = await toast.during(call(audit.export, { input: query }), t('AuditExport').text)
        download('audit.csv', [file], 'text/csv;charset=utf-8')
        toast.success(t('AuditExported').text)
        return undefined
      } catch (error) {
        return toast.failure(error)
      }
    })
  return (
    <ToolButton
      name={t('AuditExport').text}
      icon={IconDownload}
      loading={isUnderWay}
      disabled={isConnectionLost}
      onClick={start}
    />
  )
}
