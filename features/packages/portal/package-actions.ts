import type { PortalBulkAction } from '#platform/portal/bulk/bulk-action.ts'
import { lazyComponent } from '#platform/portal/ui/lazy-component.tsx'
import { packages } from '../contract.ts'
import { t } from '../viewer-messages.ts'

const WeekdaysField = lazyComponent(() => import('./WeekdaysField.tsx'))

const ofPackages = {
  permission: 'EditPackage',
  many: (count: string) => t(count === '1' ? 'CountPackage' : 'CountPackages', { count }).text,
} as const

export const extendExpiry: PortalBulkAction = {
  ...ofPackages,
  operation: packages.extendExpiry,
  label: t('ActionExtendExpiry').text,
  failure: t('FailedToExtendExpiry').text,
  text: (who) => t('AskExtendExpiry', { who }).text,
  values: {},
  Fields: WeekdaysField,
}

/** The actions on packages in the Package Viewer (spec 2 §2). */
export const packageActions: readonly PortalBulkAction[] = [
  {
    ...ofPackages,
    operation: packages.resendMany,
    label: t('ButtonResend').text,
    failure: t('NotificationTriggeredFailed').text,
    text: (who) => t('AskResend', { who }).text,
  },
  extendExpiry,
]
