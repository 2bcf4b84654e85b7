import type { PersonalData } from '#platform/server/feature.ts'
import { forbidden, Refusal } from '#platform/server/http/refusal.ts'
import type { RequestContext, TenantTransactions } from '#platform/server/http/route.ts'
import type { Jobs } from '#platform/server/jobs/jobs.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { Database, Db } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { limit } from '#platform/server/security/limits.ts'
import type { ResidentChange, residents } from '../contract.ts'
import { t } from '../messages.ts'
import { CODE_REFUSED } from './access-code.ts'
import { sendCode } from './code-mail.ts'
import { readVersion, type Writing } from './store.ts'

/** Refused codes per user and hour: more would allow guessing. */
const TRIES = 10
const WINDOW_SECONDS = 3600

export type ResidentDeps = {
  readonly database: Database
  readonly keys: Keys
  readonly mailer: Mailer
  readonly sendJob: Jobs['send']
  /** What every feature stores about people. */
  readonly personalData: readonly PersonalData[]
  /** The folder with the e-mails of an installation without a mail server. */
  readonly dataDir?: string
}
type Save = (RequestContext<typeof residents.create> | RequestContext<typeof residents.update>) & TenantTransactions
type Write = (db: Db, writing: Writing, id: string, draft: ResidentChange) => Promise<void>

/**
 * Saves a resident from the form: setting a code requires the permission to see codes, attempts at codes in use are limited and
 * audited even though the save is rolled back, and the code is sent when requested.
 */
export function createSaving({ database, keys, mailer }: ResidentDeps) {
  const tries = limit(database.pool, 'typed access codes', TRIES, WINDOW_SECONDS)

  return async ({ input, caller, now, inTenant }: Save, id: string, write: Write) => {
    const isTyped = Boolean(input.LockerAccessCode)
    if ((isTyped || input.SendLockerAccessCode) && !caller.permissions.has('EditResident')) throw forbidden()
    if (isTyped) await tries.spend(caller.id)
    try {
      const version = await inTenant(async ({ db, tenant, audit }) => {
        const writing = { keys, tenant, audit, now, actor: { id: caller.id, name: caller.name } }
        await write(db, writing, id, input)
        if (input.SendLockerAccessCode) await sendCode(db, { ...writing, mailer }, id)
        return readVersion(db, id)
      })
      if (isTyped) await tries.refund(caller.id)
      const message = t(input.SendLockerAccessCode ? 'MsgResidentSavedAndSent' : 'MsgResidentSaved')
      return { Message: message, Id: id, Version: version }
    } catch (error) {
      const isTaken = error instanceof Refusal && error.reason.code === CODE_REFUSED
      if (isTaken) await inTenant(({ audit }) => audit('access code refused', id))
      else if (isTyped) await tries.refund(caller.id)
      throw error
    }
  }
}
