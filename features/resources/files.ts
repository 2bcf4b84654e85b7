import { say as agents } from '#features/agents/messages.ts'
import { say as alerts } from '#features/alerts/messages.ts'
import { say as buildings } from '#features/buildings/messages.ts'
import { say as couriers } from '#features/couriers/messages.ts'
import { say as dashboards } from '#features/dashboards/messages.ts'
import { say as devices } from '#features/devices/messages.ts'
import { say as kiosks } from '#features/kiosks/messages.ts'
import { say as cabinet } from '#features/layout/cabinet-messages.ts'
import { say as layout } from '#features/layout/messages.ts'
import { say as lockerBanks } from '#features/locker-banks/messages.ts'
import { say as lockerBankSettings } from '#features/locker-banks/setting-messages.ts'
import { say as packages } from '#features/packages/messages.ts'
import { say as packageStatus } from '#features/packages/status-messages.ts'
import { say as packageViewer } from '#features/packages/viewer-messages.ts'
import { say as registrations } from '#features/registrations/messages.ts'
import { say as residents } from '#features/residents/messages.ts'
import { say as session } from '#features/session/messages.ts'
import { say as common } from '#platform/messages.ts'
import { say as portal } from '#platform/portal/messages.ts'
import type { Table } from '#platform/text.ts'
import type { FileName } from './names.ts'

/** Every language file with its texts in our own language. A new table of texts is a line here and a name in `names.ts`. */
const SPEAKERS = [
  common,
  portal,
  session,
  dashboards,
  alerts,
  lockerBanks,
  lockerBankSettings,
  layout,
  cabinet,
  devices,
  kiosks,
  packages,
  packageStatus,
  packageViewer,
  couriers,
  buildings,
  residents,
  registrations,
  agents,
] satisfies readonly { readonly file: FileName }[]

export const FILES = Object.fromEntries(SPEAKERS.map(({ file, table }): [string, Table] => [file, table])) as Readonly<
  Record<FileName, Table>
>
