import type { Translated } from '#platform/text.ts'
import type { say } from './messages.ts'
import type { say as sayOfStatus } from './status-messages.ts'
import type { say as sayOfViewer } from './viewer-messages.ts'

export const british = {
  Package: { ActionForward: 'Forward to a postal address' },
  PackageStatus: { StatusForwardedtoamailingaddress: 'Forwarded to a postal address' },
  PackageViewer: { LabelMobilePhone: 'Mobile phone' },
} satisfies Translated<typeof say> & Translated<typeof sayOfStatus> & Translated<typeof sayOfViewer>
