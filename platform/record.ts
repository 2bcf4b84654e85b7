import { z } from 'zod'
import type { Entity } from './entity.ts'
import { operation } from './operation.ts'
import { AnyId, Id, IdList, MessageText, pageOf, Removed, Saved, Time } from './wire.ts'

/** The record of the person who made a change; null for others, and where it does not exist in the organisation any more. */
export const RecordActor = z.object({ Kind: z.enum(['portalUser', 'agent']), Id: z.string() }).nullable()

/** A change of a record: what was done, when and by whom (from the audit trail). */
export const RecordChange = z.object({
  At: Time,
  Action: MessageText,
  /** The action's name in every language; null for changes that are recorded elsewhere. */
  ActionKey: z.string().nullable(),
  UserName: z.string(),
  Actor: RecordActor,
  /** Its entry of the audit trail; null for changes that are recorded elsewhere, or in another organisation than the selected one. */
  EntryId: z.string().nullable(),
})
export type RecordChange = z.infer<typeof RecordChange>

/** The parameter of a path that holds a record's id. */
const idParam = <Param extends string>(param: Param) => z.object({ [param]: Id } as Record<Param, typeof Id>)

/** The contract's line for the changes of a kind of record, latest first: `GET /vehicle/{vehicleId}/changes`. */
export const changesOf = <Param extends string>({ path, param, view }: Pick<Entity<Param>, 'path' | 'param' | 'view'>) =>
  operation('GET', `${path}/{${param}}/changes`, {
    permission: view,
    summary: 'The changes of a record by whom and when, latest first',
    params: idParam(param),
    output: z.array(RecordChange),
  })

/** The fields of a save that name the record. */
export const savedRecord = {
  /** The record to change; empty adds one. */
  Id: AnyId,
  /** The version that was read: the save is refused (409) when the record has changed since. */
  Version: z.string().max(40).nullish(),
}

type Line = { readonly path: string; readonly summary: string }
type Shape = z.ZodType

/**
 * The contract's lines for a kind of record: pages, one record as its form shows it, its changes, save, and delete row by row. Paths
 * and summaries are given; permissions and the parameter of the record's id are the entity's.
 */
export const recordOperations = <
  Param extends string,
  PageInput extends Shape,
  Row extends Shape,
  Form extends Shape,
  Draft extends Shape,
>(
  entity: Entity<Param>,
  lines: {
    readonly page: Line & { readonly input: PageInput; readonly row: Row }
    readonly get: Line & { readonly output: Form }
    readonly save: Line & { readonly input: Draft }
    readonly remove: Line
  },
) => ({
  page: operation('POST', lines.page.path, {
    reads: true,
    permission: entity.view,
    summary: lines.page.summary,
    input: lines.page.input,
    output: pageOf(lines.page.row),
  }),
  get: operation('GET', lines.get.path, {
    permission: entity.edit,
    summary: lines.get.summary,
    params: idParam(entity.param),
    output: lines.get.output,
  }),
  changes: changesOf(entity),
  save: operation('POST', lines.save.path, {
    permission: { add: entity.add, edit: entity.edit },
    summary: lines.save.summary,
    input: lines.save.input,
    output: Saved,
  }),
  remove: operation('POST', lines.remove.path, {
    permission: entity.remove,
    summary: lines.remove.summary,
    input: IdList,
    output: Removed,
  }),
})
