import type { Message } from '#platform/define-messages.ts'
import { t } from './screens.ts'

/** The reports by their name on the wire (decision "Reports"): title, and path of the screen (spec 3 §2). */
export const REPORTS = {
  Transaction: { title: t('ScreenTransaction'), path: '/rpttransaction' },
  Tenants: { title: t('ScreenTenants'), path: '/rpttenants' },
  ResidentUsage: { title: t('ScreenResidentUsage'), path: '/rptresidentusage' },
  Resident: { title: t('ScreenResident'), path: '/rptresident' },
  PropertySummary: { title: t('ScreenPropertySummary'), path: '/rptpropertysummary' },
  Collection: { title: t('ScreenCollection'), path: '/rptcollection' },
  ActivePackages: { title: t('ScreenActivePackages'), path: '/rptactivepackage' },
} as const satisfies Record<string, { title: Message; path: string }>
export type ReportName = keyof typeof REPORTS
export const REPORT_NAMES = Object.keys(REPORTS) as ReportName[]

/** Report names are compared without regard to case. */
export const reportByName = (name: string): ReportName | undefined =>
  REPORT_NAMES.find((one) => one.toLowerCase() === name.trim().toLowerCase())

/** Values of a report's parameters as its address has them. */
export type AddressValues = Readonly<Record<string, string>>

/** The address of a report with these values. */
export function reportAddress(report: ReportName, values: AddressValues): string {
  const query = new URLSearchParams(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))).toString()
  return query ? `${REPORTS[report].path}?${query}` : REPORTS[report].path
}

/** Formats of documents: those that are exported, and the pages of the viewer. */
export const FILE_FORMATS = {
  PDF: { name: 'Acrobat (PDF)', extension: 'pdf', type: 'application/pdf' },
  XLSX: { name: 'Excel', extension: 'xlsx', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  DOCX: { name: 'Word', extension: 'docx', type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  CSV: { name: 'CSV', extension: 'csv', type: 'text/csv; charset=utf-8' },
  JSON: { name: 'JSON', extension: 'json', type: 'application/json' },
} as const
export type FileFormat = keyof typeof FILE_FORMATS
export const PAGE_FORMATS = ['HTML5Interactive', 'HTML5'] as const
export type PageFormat = (typeof PAGE_FORMATS)[number]
export type Format = FileFormat | PageFormat
export const isPageFormat = (format: Format): format is PageFormat => (PAGE_FORMATS as readonly string[]).includes(format)
