import type { Live } from '#features/live/server/api.ts'
import { existing, saved } from '#platform/server/entities.ts'
import type { Router } from '#platform/server/http/route.ts'
import { createPictures } from '#platform/server/image.ts'
import type { Database } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { limit } from '#platform/server/security/limits.ts'
import { handOver } from '../contract.ts'
import { t } from '../messages.ts'
import { find } from './find.ts'
import { encodedProof, save } from './save.ts'

export type HandOverDeps = { readonly database: Database; readonly keys: Keys; readonly live: Live }

/** Wrong access codes that a person may type. */
export const WRONG_CODES = { points: 20, seconds: 600 } as const

const TYPES = { signature: 'image/png', photo: 'image/jpeg' } as const

/** Hand-over in a mailroom (decision "Hand-over"). */
export function handOverRoutes(route: Router, { database, keys, live }: HandOverDeps): void {
  const pictures = createPictures(database)
  const codes = limit(database.pool, 'hand-over codes', WRONG_CODES.points, WRONG_CODES.seconds)

  route.withoutTransaction(handOver.find, (context) => find({ ...context, keys, codes }, context.input))

  route.withoutTransaction(handOver.save, async ({ caller, now, input, inTenant, afterCommit }) => {
    const proof = await encodedProof(input, caller, pictures)
    const { id, name, affected } = await inTenant((transaction) => save({ ...transaction, caller, now, proof }, input))
    for (const change of affected) afterCommit(() => live.changed(change))
    const count = input.PackageIds.length
    return saved(count === 1 ? t('MsgHandedOverOne', { name }) : t('MsgHandedOver', { count, name }), id)
  })

  route(handOver.proof, async ({ db, params: { handOverId } }) => {
    const query = db.selectFrom('hand_overs').select(['at', 'collected_by', 'proof_kind', 'proof']).where('id', '=', handOverId)
    const { at, collected_by, proof_kind, proof } = await existing(query.where('proof', 'is not', null))
    const Image = `data:${TYPES[proof_kind!]};base64,${proof!.toString('base64')}`
    return { Kind: proof_kind!, CollectedBy: collected_by, At: at, Image }
  })
}
