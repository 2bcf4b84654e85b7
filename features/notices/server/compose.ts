import { convert } from 'html-to-text'
import { dateText } from '#platform/date-format.ts'
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
    ResidentFirstName: row.first_name ?? row.recipient_name,
    UnitNumber: row.unit_number,
    OrganisationName: row.organisation_name,
    PropertyName: row.property_name,
    BuildingName: row.building_name,
    PackageNumber: [row.package_number, ...(row.with_numbers ?? [])].join(', '),
    TrackingNumber: row.tracking_number,
    CourierName: row.courier_name ?? '',
    PlaceName: row.bank_name ?? row.mailroom_name ?? '',
    LockerName: row.locker_name ?? '',
    DropOffDate: day(row.drop_off_time),
    ExpiryDate: day(row.expiry_time),
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
  readonly language: string | null
  readonly event_key: string
  /** The numbers of the packages that came in the same batch for the same recipient. */
  readonly with_numbers?: readonly string[]
}

/** The values of a package's tokens, for a preview; undefined when the tenant does not see the package. */
export async function tokensOfPackage(db: Db, packageId: string): Promise<TokenValues | undefined> {
  const row = await packagesWithNames(db)
    .leftJoin('residents as r', 'r.id', 'p.resident_id')
    .select(['r.first_name', 'r.language'])
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

/** A notice as it is sent; `html` is null for an SMS. */
export type Composed = { readonly subject: string; readonly body: string; readonly html: string | null }

/**
 * The text of a notice: an SMS from the template's subject; an e-mail as HTML in the frame of all notices, and as text without it.
 */
export function compose(medium: Medium, { subject, body }: Template, values: TokenValues, culture: string): Composed {
  const line = filled(subject, values)
  if (medium === 'sms') return { subject: '', body: tidy(line), html: null }
  const content = filled(body, values, { html: true })
  return {
    subject: tidy(line),
    body: convert(content, { wordwrap: 78 }),
    html: framed(content, values, templateLanguageOf(culture)),
  }
}

/** Without the gaps that empty values leave. */
const tidy = (text: string) =>
  text
    .replace(/ {2,}/g, ' ')
    .replace(/ ([.,:;])/g, '$1')
    .trim()

const escaped = (text: string) => filled('{{OrganisationName}}', { OrganisationName: text }, { html: true })

/**
 * The frame of every e-mail: one column up to 560 px that also fits 320 px, in light and dark. Colours are set twice, because some mail
 * programs drop the style element.
 */
const framed = (content: string, { OrganisationName, PropertyName }: TokenValues, language: string) => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(PropertyName)}</title>
<style>
  :root { color-scheme: light dark; }
  @media (prefers-color-scheme: dark) {
    .page { background: #16181d !important; }
    .card { background: #22252c !important; color: #e8e9ec !important; }
    .quiet { color: #a9adb8 !important; }
    a { color: #8ab4ff !important; }
  }
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f4f6;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f3f4f6;">
<tr><td align="center" style="padding:24px 12px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;">
<tr><td class="card" style="background:#ffffff;color:#1c1f26;border-radius:8px;padding:24px;font:16px/1.5 Arial,Helvetica,sans-serif;overflow-wrap:anywhere;">
<p style="margin:0 0 16px;font-weight:bold;">${escaped(PropertyName)}</p>
${content}
</td></tr>
<tr><td class="quiet" style="padding:16px 24px;color:#5b616e;font:13px/1.5 Arial,Helvetica,sans-serif;">${escaped(OrganisationName)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
