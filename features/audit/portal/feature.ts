import { IconHistory } from '@tabler/icons-react'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { t } from '../screens.ts'

export const auditFeature: PortalFeature = {
  screens: [
    {
      path: '/audit/list',
      title: t('ScreenAudit').text,
      needs: ['ViewAudit'],
      family: '/audit/list',
      nav: { group: 'Setup', icon: IconHistory, key: 'w' },
      load: () => import('./AuditList.tsx'),
    },
    {
      path: '/audit/{entryId}/detail',
      title: t('ScreenAuditEntry').text,
      needs: ['ViewAudit'],
      family: '/audit/list',
      load: () => import('./AuditEntryPage.tsx'),
    },
  ],
  records: {
    auditOf: [['ViewAudit', '/audit/list?SubjectId={id}']],
    auditEntry: [['ViewAudit', '/audit/{id}/detail']],
  },
  help: () => import('../help.ts'),
}
