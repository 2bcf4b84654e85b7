import { compile } from 'html-to-text'
import { dateText } from '#platform/date-format.ts'
import { NO_NAME } from '#platform/person-name.ts'
import { framed, type Sender } from '#platform/server/mail/frame.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { templateLanguageOf } from '../default-templates.ts'
import { filled, type Template, type TokenValues } from '../templates.ts'
import type { Medium } from '../types.ts'

/** The language of a resident's messages: the resident's own, else that of the organisation. */
export const languageTagOf = ({ language, culture }: { readonly language: string | null; readonly culture: string }): string =>
  language || culture

/** The values of the tokens for a notice. */
export const tokensOf = (row: TokenRow): TokenValues => {
  const day = (time: string | null) => (time === null ? '' : dateText(time, languageTagOf(row), row.time_zone))
  return {
    ResidentName: row.recipient_name,
    ResidentFirstName: (row.first_name === NO_NAME ? row.last_name : row.first_name) ?? row.recipient_name,
    UnitNumber: row.unit_number,
    OrganisationName: row.organisation_name,
    PropertyName: row.property_name,
    BuildingName: row.building_name,
    PackageNumber: [row.package_number, ...(row.with_numbers ?? [])].join(', '),
    TrackingNumber: row.tracking_number,
    CourierName: row.courier_name ?? '',
    PlaceName: row.bank_name ?? row.mailroom_name ?? '',
    LockerName: row.locker_name ?? '',
    // Formatted on use: a date costs more than the rest of the text.
    get DropOffDate() {
      return day(row.drop_off_time)
    },
    get ExpiryDate() {
      return day(row.expiry_time)
    },
    ReminderNumber: / reminder (\d+) /.exec(row.event_key)?.[1] ?? '',
  }
}

/** Packages with the names that tokens show. */
export const packagesWithNames = (db: Db) =>
  db
    .selectFrom('packages as p')
    .innerJoin('properties as o', 'o.id', 'p.property_id')
    .innerJoin('organisations as g', 'g.id', 'p.organisation_id')
    .innerJoin('buildings as u', 'u.id', 'p.building_id')
    .leftJoin('couriers as c', 'c.id', 'p.courier_id')
    .leftJoin('locker_banks as b', 'b.id', 'p.locker_bank_id')
    .leftJoin('lockers as l', 'l.id', 'p.locker_id')
    .leftJoin('mailrooms as m', 'm.id', 'p.mailroom_id')
    .select(['p.package_number', 'p.tracking_number', 'p.recipient_name', 'p.unit_number', 'p.drop_off_time', 'p.expiry_time'])
    .select(['o.name as property_name', 'o.time_zone', 'g.name as organisation_name', 'g.culture', 'u.name as building_name'])
    .select(['c.name as courier_name', 'b.name as bank_name', 'l.name as locker_name', 'm.name as mailroom_name'])
type TokenRow = Awaited<ReturnType<ReturnType<typeof packagesWithNames>['execute']>>[number] & {
  readonly first_name: string | null
  readonly last_name: string | null
  readonly language: string | null
  readonly event_key: string
  /** The numbers of the packages that came in the same batch for the same recipient. */
  readonly with_numbers?: readonly string[]
}

/** The values of a package's tokens, for a preview; undefined when the tenant does not see the package. */
export async function tokensOfPackage(db: Db, packageId: string): Promise<TokenValues | undefined> {
  const row = await packagesWithNames(db)
    .leftJoin('residents as r', 'r.id', 'p.resident_id')
    .select(['r.first_name', 'r.last_name', 'r.language'])
    .where('p.id', '=', packageId)
    .executeTakeFirst()
  return row && { ...tokensOf({ ...row, event_key: '' }), ReminderNumber: SAMPLE.ReminderNumber }
}

/** Values for previews and tests. */
export const SAMPLE: TokenValues = {
  ResidentName: 'Ada Martin',
  ResidentFirstName: 'Ada',
  UnitNumber: '12A',
  OrganisationName: 'Riverside Living',
  PropertyName: 'Riverside Quay',
  BuildingName: 'Quay North',
  PackageNumber: '7K2M9Q',
  TrackingNumber: '1Z999AA10123456784',
  CourierName: 'Swift Parcel',
  PlaceName: 'Lobby North',
  LockerName: 'L12',
  DropOffDate: '11/23/2026',
  ExpiryDate: '11/26/2026',
  ReminderNumber: '1',
}

const textOfHtml = compile({ wordwrap: 78 })

/** A notice as it is sent; `html` is null for an SMS. */
export type Composed = { readonly subject: string; readonly body: string; readonly html: string | null }

/**
 * The text of a notice: an SMS from the template's subject; an e-mail as HTML in the frame of all e-mails, and as text without it.
 * @param languageTag the language of the template
 */
export function compose(
  medium: Medium,
  { subject, body }: Template,
  values: TokenValues,
  languageTag: string,
  sender: Sender,
): Composed {
  const line = filled(subject, values)
  if (medium === 'sms') return { subject: '', body: tidy(line), html: null }
  const content = filled(body, values, { html: true })
  return {
    subject: tidy(line),
    body: textOfHtml(content),
    html: framed(content, { ...sender, heading: values.PropertyName, language: templateLanguageOf(languageTag) }),
  }
}

/** Without the gaps that empty values leave. */
const tidy = (text: string) =>
  text
    .replace(/ {2,}/g, ' ')
    .replace(/ ([.,:;])/g, '$1')
    .trim()
