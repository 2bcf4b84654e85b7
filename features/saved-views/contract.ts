import { z } from 'zod'
import { packMessage } from '#platform/define-messages.ts'
import { operation } from '#platform/operation.ts'
import { Done, Id, MAX_PAGE_SIZE, MAX_WIDTH, MIN_WIDTH, requiredText, Saved, text } from '#platform/wire.ts'
import { t } from './messages.ts'

/** Limits of saved views (decisions "Saved views"): of one list, and of all lists of a user in an organisation. */
export const MAX_VIEWS = 50
export const MAX_VIEWS_IN_ALL = 200
export const MAX_VIEW_NAME = 60
/** Most filters or columns of a view. */
const MAX_PARTS = 50
const MAX_PART_NAME = 60
/** Longest value of a filter: that of several choices holds their ids. */
const MAX_FILTER_VALUE = 2000
/** Longest JSON of a view, in characters: preload returns all views of a user. */
const MAX_VIEW_CONTENT = 16_000
/** Most characters of all views of a user together: they are loaded with the portal. */
export const MAX_VIEWS_CONTENT = 200_000
const tooLong = packMessage(t('MsgViewTooLong', { max: MAX_VIEW_CONTENT }))

/** The id of a list in the portal. */
const ListId = z.string().regex(/^[a-z][a-z-]{0,39}$/)
const partName = text(MAX_PART_NAME).min(1)
/** Of parts with the same key the last one is kept, at the place of the first. */
const parts = <T extends z.ZodType>(part: T, keyOf: (one: z.output<T>) => string) =>
  z
    .array(part)
    .max(MAX_PARTS)
    .overwrite((all) => [...new Map(all.map((one) => [keyOf(one), one])).values()])
const ofColumn = ({ Id }: { Id: string }) => Id
const tooManyChoices = t('MsgViewFilterTooLong', { max: MAX_FILTER_VALUE })

/** What a view shows. Names of filters and columns that a list does not have (any more) are ignored when it is opened. */
export const ViewContent = z.object({
  /** Values as in the address of the list. */
  Filters: parts(z.object({ Name: partName, Value: text(MAX_FILTER_VALUE, tooManyChoices) }), ({ Name }) => Name),
  Columns: z.object({
    /** Columns that are shown or hidden other than by default. */
    Shown: parts(z.object({ Id: partName, IsShown: z.boolean() }), ofColumn),
    /** Every column in its order; empty for the default order. */
    Order: parts(partName, (id) => id),
    /** Widths in px that the user has chosen. */
    Widths: parts(z.object({ Id: partName, Width: z.int().min(MIN_WIDTH).max(MAX_WIDTH) }), ofColumn),
  }),
  /** As in the address: a column, after a minus sign when descending; null for the default. */
  Sort: text(MAX_PART_NAME + 1).nullable(),
  /** Null for the default. */
  PageSize: z.int().min(1).max(MAX_PAGE_SIZE).nullable(),
})
export type ViewContent = z.infer<typeof ViewContent>

/** A user's view of one list. */
export const View = ViewContent.extend({
  Id: z.string(),
  List: z.string(),
  Name: z.string(),
  /** It is shown when the list is opened. */
  IsDefault: z.boolean(),
})
export type View = z.infer<typeof View>

const viewId = z.object({ viewId: Id })

/** The caller's own views of the selected organisation's lists; preload returns them. */
export const savedViews = {
  save: operation('PUT', '/savedviews/{viewId}', {
    access: 'authenticated',
    summary: 'Adds one of the user’s views with an id of the client, or replaces the one with this id',
    params: viewId,
    input: ViewContent.extend({
      List: ListId,
      Name: requiredText(MAX_VIEW_NAME, t('MsgViewNameEmpty'), t('MsgViewNameTooLong', { max: MAX_VIEW_NAME })),
    }).refine((view) => JSON.stringify(view).length <= MAX_VIEW_CONTENT, { error: tooLong, path: ['Filters'] }),
    output: Saved,
  }),
  arrange: operation('POST', '/savedviews/arrange', {
    access: 'authenticated',
    summary: 'Sets the order of the user’s views of a list, and the one that is shown when the list is opened',
    input: z.object({
      List: ListId,
      /** The ids in their order; views that are not named follow. */
      Ids: z.array(Id).max(MAX_VIEWS, packMessage(t('MsgTooManyViews', { max: MAX_VIEWS }))),
      /** Null for the list without a view. */
      DefaultId: Id.nullable(),
    }),
    output: Done,
  }),
  remove: operation('DELETE', '/savedviews/{viewId}', {
    access: 'authenticated',
    summary: 'Deletes one of the user’s views',
    params: viewId,
    output: Done,
  }),
}
