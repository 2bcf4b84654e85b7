import { t as agents } from '#features/agents/messages.ts'
import { t as alerts } from '#features/alerts/messages.ts'
import { t as buildings } from '#features/buildings/messages.ts'
import { t as couriers } from '#features/couriers/messages.ts'
import { t as dashboards } from '#features/dashboards/messages.ts'
import { t as devices } from '#features/devices/messages.ts'
import { t as imports } from '#features/imports/messages.ts'
import { t as kiosks } from '#features/kiosks/messages.ts'
import { t as cabinet } from '#features/layout/cabinet-messages.ts'
import { t as layout } from '#features/layout/messages.ts'
import { t as lockerBanks } from '#features/locker-banks/messages.ts'
import { t as lockerBankSettings } from '#features/locker-banks/setting-messages.ts'
import { t as packages } from '#features/packages/messages.ts'
import { t as packageStatus } from '#features/packages/status-messages.ts'
import { t as packageViewer } from '#features/packages/viewer-messages.ts'
import { t as registrations } from '#features/registrations/messages.ts'
import { t as residents } from '#features/residents/messages.ts'
import { t as session } from '#features/session/messages.ts'
import type { Table } from '#platform/define-messages.ts'
import { t as common } from '#platform/messages.ts'
import { t as portal } from '#platform/portal/messages.ts'
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
  imports,
  registrations,
  agents,
] satisfies readonly { readonly file: FileName }[]

export const FILES = Object.fromEntries(SPEAKERS.map(({ file, table }): [string, Table] => [file, table])) as Readonly<
  Record<FileName, Table>
>
