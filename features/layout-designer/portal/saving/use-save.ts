import { dashboards } from '#features/dashboards/contract.ts'
import { changesBetween, isUnchanged } from '#features/layout/changes.ts'
import { layouts } from '#features/layout/contract.ts'
import { draftOf } from '#features/layout/design.ts'
import { t } from '#features/layout/messages.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { t as tCommon } from '#platform/messages.ts'
import { call } from '#platform/portal/api/call.ts'
import { CallError } from '#platform/portal/api/call-error.ts'
import { useRefresh } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { useAttempt } from '#platform/portal/feedback/use-attempt.ts'
import { useIdempotencyKey } from '#platform/portal/form/use-idempotency-key.ts'
import type { useUnsavedGuard } from '#platform/portal/form/use-unsaved-guard.ts'
import type { Designer } from '../editing/designer-store.ts'
import { whyNotSaved } from '../editing/why-not.ts'
import { readVersion } from './use-live-layout.ts'

/** The operations whose replies a save makes stale. */
const STALE = [
  layouts.read,
  dashboards.locker,
  dashboards.layout,
  dashboards.summary,
  dashboards.lockerSummary,
  lockerBanks.canPublish,
]

/** The unsaved guard's function that makes leaving the screen wait for a save. */
export type During = ReturnType<typeof useUnsavedGuard>['during']

/**
 * Saves the design with the ETag of the version it is based on. When another user has saved since, the server writes nothing
 * and the designer gets their version as a conflict.
 */
export function useSave({ store, dispatch }: Designer, lockerBankId: string, during: During) {
  const { isUnderWay, attempt } = useAttempt()
  const keys = useIdempotencyKey()
  const refresh = useRefresh()
  const fail = (error: unknown) => toast.failure(error, t('MsgLayoutSaveFailed').text)

  async function send() {
    const { history, etag } = store.read()
    const sent = history.present
    const input = draftOf(sent)
    try {
      const idempotencyKey = keys.for(input, etag)
      const reply = await call(layouts.save, { params: { lockerBankId }, input, ifMatch: etag, idempotencyKey })
      dispatch({ type: 'saved', sent, etag: reply.ETag })
      toast.success(reply.Message)
      void refresh(STALE)
    } catch (error) {
      // Without a reply the save may have been done: a retry with the same key does it once.
      if (error instanceof CallError && !error.mayHaveBeenDone) keys.renew()
      if (error instanceof CallError && error.code === t('MsgLayoutSavedElsewhere').code) {
        dispatch({ type: 'conflict', version: await readVersion(lockerBankId) })
        return
      }
      void refresh([dashboards.layout])
      return fail(error)
    }
  }
  async function save() {
    const { saved, history, conflict } = store.read()
    if (conflict) return toast.warning(t('MsgLayoutSavedElsewhere').text)
    const changes = changesBetween(saved, history.present)
    if (isUnchanged(changes)) return toast.info(tCommon('MsgFormUnchanged').text)
    const whyNot = whyNotSaved(history.present, changes)
    if (whyNot) return toast.error(whyNot.text, { title: t('MsgLayoutSaveFailed').text })
    return during(() => send().catch(fail))
  }
  return { isSaving: isUnderWay, save: () => attempt(save) }
}
