import { z } from 'zod'
import type { Entity } from './entity.ts'
import { operation } from './operation.ts'
import { Id, MessageText, Time } from './wire.ts'

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

/** The contract's line for the changes of a kind of record, latest first: `GET /vehicle/{vehicleId}/changes`. */
export const changesOf = <Param extends string>({ path, param, view }: Pick<Entity<Param>, 'path' | 'param' | 'view'>) =>
  operation('GET', `${path}/{${param}}/changes`, {
    permission: view,
    summary: 'The changes of a record by whom and when, latest first',
    params: z.object({ [param]: Id } as Record<Param, typeof Id>),
    output: z.array(RecordChange),
  })
