import { useRef, useState } from 'react'
import { t as tKiosk } from '#features/kiosks/messages.ts'
import { LIMIT_CODES } from '#features/kiosks/opening-limits.ts'
import type { LiveChange } from '#features/live/contract.ts'
import type { RequestOf } from '#platform/operation.ts'
import { call } from '#platform/portal/api/call.ts'
import { CallError } from '#platform/portal/api/call-error.ts'
import { useRefresh } from '#platform/portal/api/queries.ts'
import { messageBox } from '#platform/portal/feedback/dialogs.tsx'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { isSecondClick } from '#platform/portal/feedback/use-attempt.ts'
import { dashboards } from '../../contract.ts'
import { t } from '../../messages.ts'
import { BANK_OPERATIONS } from '../queries.ts'
import type { Pause } from './OpeningPause.tsx'

/** The stage of an opening; `opened` only when the kiosk has reported the open door. */
export type OpeningStage = 'requested' | 'sent' | 'opened' | 'notDetected'
/** How long the result of an opening is shown, in ms. */
const END_SHOWN_MS = 10_000
type LockerToOpen = { readonly id: string; readonly name: string }

/** The openings that this screen has requested, by locker id; they continue while another locker is shown. */
export function useOpenings(lockerBankId: string) {
  const [stages, setStages] = useState<Readonly<Record<string, OpeningStage | undefined>>>({})
  const closeNotices = useRef(new Map<string, () => void>())
  const opened = useRef(new Map<string, number>())
  const [pause, setPause] = useState<Pause | null>(null)
  const refresh = useRefresh()
  const put = (id: string, stage: OpeningStage | undefined) => setStages((before) => ({ ...before, [id]: stage }))

  const end = (id: string, stage: OpeningStage) => {
    put(id, stage)
    setTimeout(() => setStages((now) => (now[id] === stage ? { ...now, [id]: undefined } : now)), END_SHOWN_MS)
  }

  /** Closes the notice of a locker's last failure, before it is opened again. */
  const clearFailure = (id: string) => closeNotices.current.get(id)?.()
  /** Keeps the function that closes the notice of a locker's failure. */
  const failed = (id: string, closeNotice: () => void) => closeNotices.current.set(id, closeNotice)

  async function open(locker: LockerToOpen, input: RequestOf<typeof dashboards.open>) {
    const at = performance.now()
    // Ignores the second click of a double click, when the kiosk has answered the first in between.
    if (isSecondClick(opened.current.get(locker.id), at)) return
    put(locker.id, 'requested')
    try {
      const params = { lockerBankId, locker: locker.id }
      const reply = await call(dashboards.open, { params, input, idempotencyKey: crypto.randomUUID() })
      end(locker.id, reply.IsOpen ? 'opened' : 'notDetected')
      if (reply.IsOpen) {
        opened.current.set(locker.id, at)
        toast.success(reply.Message)
      } else failed(locker.id, toast.error(reply.Message, { title: t('MsgOpenFailed').text }))
    } catch (error) {
      put(locker.id, undefined)
      if (isOffline(error)) await showOffline(locker.name)
      else if (error instanceof CallError && error.status === 429 && LIMIT_CODES.includes(error.code))
        setPause({ reason: error.message, until: Date.now() + error.retryAfter * 1000 })
      else failed(locker.id, toast.failure(error, t('MsgOpenFailed').text))
    }
    await refresh(BANK_OPERATIONS)
  }

  return {
    stages,
    /** The limit that was reached last. */
    pause,
    open,
    clearFailure,
    failed,
    /** Follows a change: the server has sent the command to the kiosk. */
    onChange: ({ Topic, LockerId }: LiveChange) => {
      if (Topic === 'opening' && LockerId)
        setStages((before) => (before[LockerId] === 'requested' ? { ...before, [LockerId]: 'sent' } : before))
    },
  }
}
export type Openings = ReturnType<typeof useOpenings>

const isOffline = (error: unknown) => error instanceof CallError && error.code === tKiosk('MsgLockerBankOffline').code

/** Spec 1 §4: a message dialog that the locker cannot be opened. */
export const showOffline = (name: string) =>
  messageBox({
    title: t('MsgLockerBankNotAvailable').text,
    body: `${tKiosk('MsgLockerBankOffline').text} ${t('MsgLockerCannotBeOpened', { name }).text}`,
  })
