import { sql } from 'kysely'
import type { z } from 'zod'
import type { InputOf } from '#platform/operation.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { type PageOfIds, readPage } from '#platform/server/postgres/paging.ts'
import type { packageForm, TransactionRow } from '../../editing-contract.ts'
import { HISTORY_USER } from '../history-row.ts'
import { statusOfId } from './in-locker.ts'

const SORTS = { TransactionDate: sql`h.at` }

/** A page of the changes of packages, with each one's package and recipient. */
export function transactionPage(db: Db, input: InputOf<typeof packageForm.transactions>) {
  let changes = db.selectFrom('package_history as h')
  if (input.PropertyId) changes = changes.where('h.property_id', '=', input.PropertyId)
  if (input.PackageId) changes = changes.where('h.package_id', '=', input.PackageId)
  if (input.From) changes = changes.where('h.at', '>=', input.From)
  if (input.Before) changes = changes.where('h.at', '<', input.Before)
  return readPage(db, changes, input, { sorts: SORTS, id: 'h.id', row: rowOf, details })
}

const details = (page: PageOfIds) =>
  page
    .innerJoin('package_history as h', 'h.id', 'page.sort_id')
    .innerJoin('packages as p', 'p.id', 'h.package_id')
    .leftJoin('locker_banks as b', 'b.id', 'h.locker_bank_id')
    .leftJoin('lockers as l', 'l.id', 'h.locker_id')
    .leftJoin('mailrooms as m', 'm.id', 'h.mailroom_id')
    .select(['h.id', 'h.at', 'h.package_id', 'h.property_id', 'h.status_id', 'h.note', HISTORY_USER.as('user_name')])
    .select(['p.package_number', 'p.tracking_number', 'p.recipient_name', 'p.unit_number'])
    .select(['b.name as bank_name', 'l.name as locker_name', 'm.name as mailroom_name'])

type Row = Awaited<ReturnType<ReturnType<typeof details>['execute']>>[number]

const rowOf = (row: Row): z.input<typeof TransactionRow> => ({
  Id: row.id,
  TransactionDate: row.at,
  PackageId: row.package_id,
  PackageNumber: row.package_number,
  TrackingNumber: row.tracking_number,
  PropertyId: row.property_id,
  ResidentName: row.recipient_name,
  UnitNumber: row.unit_number,
  StatusId: row.status_id,
  Status: statusOfId(row.status_id),
  LockerBankName: row.bank_name,
  LockerName: row.locker_name,
  MailRoomName: row.mailroom_name,
  UserName: row.user_name,
  Note: row.note,
})
