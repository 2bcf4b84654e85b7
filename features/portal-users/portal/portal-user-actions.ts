import type { PortalBulkAction } from '#platform/portal/bulk/bulk-action.ts'
import { portalUsers } from '../contract.ts'
import { t } from '../messages.ts'

const many = (count: string) => t('CountUsers', { count }).text

/** What is done with checked users, or with all that match. */
export const portalUserActions: readonly PortalBulkAction[] = [
  {
    operation: portalUsers.disable,
    permission: 'EditPortalUser',
    many,
    label: t('DisableUsers').text,
    text: (who) => t('AskDisable', { who }).text,
  },
  {
    operation: portalUsers.enable,
    permission: 'EditPortalUser',
    many,
    label: t('EnableUsers').text,
    text: (who) => t('AskEnable', { who }).text,
  },
  {
    operation: portalUsers.inviteMany,
    permission: 'AddPortalUser',
    many,
    label: t('InviteUsers').text,
    text: (who) => t('AskInvite', { who }).text,
  },
]
