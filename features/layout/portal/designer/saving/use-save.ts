import { dashboards } from '#features/dashboards/contract.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { t as sayCommon } from '#platform/messages.ts'
import { call } from '#platform/portal/api/call.ts'
import { CallError } from '#platform/portal/api/call-error.ts'
import { useRefresh } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { useAttempt } from '#platform/portal/feedback/use-attempt.ts'
import { useIdempotencyKey } from '#platform/portal/form/use-idempotency-key.ts'
import type { useUnsavedGuard } from '#platform/portal/form/use-unsaved-guard.ts'
import { changesBetween, isUnchanged } from '../../../changes.ts'
import { layouts } from '../../../contract.ts'
import { draftOf } from '../../../design.ts'
import { t } from '../../../messages.ts'
import type { Designer } from '../editing/designer.ts'
import { whyNotSaved } from '../editing/why-not.ts'
import { readVersion } from './version.ts'

/** Whatever a saved layout makes stale. */
const STALE = [
  layouts.read,
  layouts.locker,
  dashboards.layout,
  dashboards.summary,
  dashboards.lockerSummary,
  lockerBanks.canPublish,
]

/** Keeps whoever leaves meanwhile waiting for the save. */
export type During = ReturnType<typeof useUnsavedGuard>['during']

/**
 * Saves what is designed for the version that it was made from. When somebody else has saved since, nothing is written: their
 * version is fetched, to be looked at beside one's own.
 */
export function useSave(designer: Designer, lockerBankId: string, during: During) {
  const { isUnderWay, attempt } = useAttempt()
  const keys = useIdempotencyKey()
  const refresh = useRefresh()

  async function send() {
    const { history, etag } = designer.store.read()
    const sent = history.present
    const input = draftOf(sent)
    try {
      const idempotencyKey = keys.for(input, etag)
      const reply = await call(layouts.save, { params: { lockerBankId }, input, ifMatch: etag, idempotencyKey })
      designer.wasSaved(sent, reply.ETag)
      toast.success(reply.Message)
      void refresh(STALE)
    } catch (error) {
      // Without an answer it may have been done: the same key again does it once.
      if (error instanceof CallError && error.status !== 0) keys.renew()
      if (error instanceof CallError && error.code === t('MsgLayoutSavedElsewhere').code) {
        designer.meets(await readVersion(lockerBankId))
        return
      }
      void refresh([dashboards.layout])
      return toast.failure(error, t('MsgLayoutSaveFailed').text)
    }
  }
  const save = async () => {
    const { saved, history, theirs } = designer.store.read()
    if (theirs) return toast.warning(t('MsgLayoutSavedElsewhere').text)
    const changes = changesBetween(saved, history.present)
    if (isUnchanged(changes)) return toast.info(sayCommon('MsgFormUnchanged').text)
    const whyNot = whyNotSaved(history.present, changes)
    if (whyNot) return toast.error(whyNot.text, { title: t('MsgLayoutSaveFailed').text })
    return during(() => send().catch((error) => toast.failure(error, t('MsgLayoutSaveFailed').text)))
  }
  return { isSaving: isUnderWay, save: () => attempt(save) }
}
