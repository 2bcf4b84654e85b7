import { z } from 'zod'
import { Id } from '#platform/wire.ts'
import { COLUMNS, type Column } from './columns.ts'
import { MAX_HEADING, MAX_HEADINGS } from './rules.ts'

/** Encodings of a text that can be chosen; the first three are recognised safely. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'macintosh',
  'windows-1250',
  'windows-1251',
  'windows-1254',
] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The order of a name without a comma. */
export const NAME_ORDERS = ['FirstLast', 'LastFirst'] as const
export type NameOrder = (typeof NAME_ORDERS)[number]

/** Unknown words for an occupancy status in one file that are asked about: a column with more of them holds something else. */
export const MAX_WORDS = 20
/** Longest such word. */
export const MAX_WORD = 100

/** How to read a file, as far as a person has chosen; what is left out is found by itself. */
export type Layout = {
  /** The line with the headings, from 1. */
  readonly headingLine?: number | undefined
  readonly sheet?: string | undefined
  readonly encoding?: Encoding | undefined
  /** The column of each heading by its key, '' for none. */
  readonly columns?: Readonly<Record<string, Column | ''>> | undefined
  /** Of lines without one. */
  readonly propertyId?: string | undefined
  readonly buildingId?: string | undefined
  readonly nameOrder?: NameOrder | undefined
  /** Lines without a property, a building or a unit have those of the line above. */
  readonly repeatsPlaces?: boolean | undefined
  /** The occupancy status of words of the file that are not known; 0 for none. */
  readonly statuses?: Readonly<Record<string, number>> | undefined
}

/** What was found in a file. Its texts are deleted with the file. */
export type Found = {
  readonly headingLine: number
  readonly encoding: Encoding | ''
  readonly sheet: string
  readonly sheets: readonly string[]
  /** Some letters look damaged. */
  readonly hasOddLetters: boolean
  /** The first lines. */
  readonly beginning: readonly { readonly line: number; readonly text: string }[]
  /** Cells below each heading. */
  readonly examples: readonly (readonly string[])[]
  /** Words for an occupancy status that are not known. */
  readonly statuses: readonly string[]
  /** How the file was read: what was chosen for it or remembered. */
  readonly layout: Omit<Layout, 'columns'>
  /** The place that was chosen for the last file with these headings. */
  readonly lastPropertyId: string
  readonly lastBuildingId: string
}

const place = z.union([z.literal(''), Id]).nullish()
/** The layout on the wire; a field that is left out stays as it is; null and '' let the program find it. */
export const LayoutInput = z.object({
  HeadingLine: z.int().min(1).max(1_000_000).nullish(),
  Sheet: z.string().max(100).nullish(),
  Encoding: z.enum([...ENCODINGS, '']).nullish(),
  PropertyId: place,
  BuildingId: place,
  NameOrder: z.enum(NAME_ORDERS).nullish(),
  RepeatsPlaces: z.boolean().nullish(),
  Statuses: z
    .array(z.object({ Word: z.string().max(MAX_WORD), Status: z.int().min(0).max(3) }))
    // Those to be explained, and those that have been.
    .max(2 * MAX_WORDS)
    .nullish(),
})
export const ColumnsInput = z
  .array(z.object({ Heading: z.string().max(MAX_HEADING), Column: z.enum([...COLUMNS, '']) }))
  .max(MAX_HEADINGS)

export const LayoutOutput = z.object({
  HeadingLine: z.int(),
  Sheet: z.string(),
  Encoding: z.string(),
  PropertyId: z.string(),
  BuildingId: z.string(),
  NameOrder: z.enum(NAME_ORDERS),
  RepeatsPlaces: z.boolean(),
  /** The words that the program does not know; `Status` is null until a person has said what they mean, and 0 for nothing. */
  Statuses: z.array(z.object({ Word: z.string(), Status: z.int().nullable() })),
})

type Statuses = { readonly Statuses: readonly { readonly Word: string; readonly Status: number | null }[] }
/** The words for an occupancy status that nobody has explained yet. */
export const unknownWords = ({ Layout }: { readonly Layout: Statuses }): string[] =>
  Layout.Statuses.filter(({ Status }) => Status === null).map(({ Word }) => Word)
