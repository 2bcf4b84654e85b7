import { useRef, useState } from 'react'
import { t as sayOfKiosk } from '#features/kiosks/messages.ts'
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
import { BANK_OPERATIONS } from '../bank/bank-operations.ts'

/** How far the opening of a door is; a door counts as opened only when the kiosk has said so. */
export type OpeningStage = 'asking' | 'sent' | 'opened' | 'notDetected'
/** How long the end of an opening is shown, in ms. */
const END_SHOWN_MS = 10_000
type Door = { readonly id: string; readonly name: string }

/** The doors that this screen has asked to open, by their ids; they go on while one looks at another. */
export function useOpenings(lockerBankId: string) {
  const [stages, setStages] = useState<Readonly<Record<string, OpeningStage | undefined>>>({})
  const failures = useRef(new Map<string, () => void>())
  const opened = useRef(new Map<string, number>())
  const refresh = useRefresh()
  const put = (id: string, stage: OpeningStage | undefined) => setStages((before) => ({ ...before, [id]: stage }))

  const end = (id: string, stage: OpeningStage) => {
    put(id, stage)
    setTimeout(() => setStages((now) => (now[id] === stage ? { ...now, [id]: undefined } : now)), END_SHOWN_MS)
  }

  /** A door is tried anew: the notice of what went wrong with it before goes. */
  const tryAnew = (id: string) => failures.current.get(id)?.()
  /** Keeps what takes the notice away that something went wrong with a door. */
  const failed = (id: string, untell: () => void) => failures.current.set(id, untell)

  async function open(door: Door, input: RequestOf<typeof dashboards.open>) {
    const at = performance.now()
    // A kiosk may have answered the first click by now.
    if (isSecondClick(opened.current.get(door.id), at)) return
    put(door.id, 'asking')
    try {
      const params = { lockerBankId, locker: door.id }
      const reply = await call(dashboards.open, { params, input, idempotencyKey: crypto.randomUUID() })
      end(door.id, reply.IsOpen ? 'opened' : 'notDetected')
      if (reply.IsOpen) {
        opened.current.set(door.id, at)
        toast.success(reply.Message)
      } else failed(door.id, toast.error(reply.Message, { title: t('MsgOpenFailed').text }))
    } catch (error) {
      put(door.id, undefined)
      if (isOffline(error)) await tellOffline(door.name)
      else failed(door.id, toast.failure(error, t('MsgOpenFailed').text))
    }
    await refresh(BANK_OPERATIONS)
  }

  return {
    stages,
    open,
    tryAnew,
    failed,
    /** The server has sent the command on to the kiosk. */
    hear: ({ Topic, LockerId }: LiveChange) => {
      if (Topic === 'opening' && LockerId)
        setStages((before) => (before[LockerId] === 'asking' ? { ...before, [LockerId]: 'sent' } : before))
    },
  }
}
export type Openings = ReturnType<typeof useOpenings>

const isOffline = (error: unknown) => error instanceof CallError && error.code === sayOfKiosk('MsgLockerBankOffline').code

/** Spec 1 §4: a message dialog says that the locker cannot be opened. */
export const tellOffline = (name: string) =>
  messageBox({
    title: t('MsgLockerBankNotAvailable').text,
    body: `${sayOfKiosk('MsgLockerBankOffline').text} ${t('MsgLockerCannotBeOpened', { name }).text}`,
  })
