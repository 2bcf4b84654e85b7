import type { Log } from '#platform/server/config/log.ts'

/** Queued messages of one bank; further ones are dropped, since a kiosk repeats what was not acknowledged. */
const MAX_QUEUED = 200

/** A queue for each bank. `isStopped`: an interrupted message is no error then, because its kiosk sends it again. */
export function createQueues(log: Pick<Log, 'debug' | 'error'>, isStopped: () => boolean) {
  const queues = new Map<string, { last: Promise<void>; waiting: number }>()
  return {
    /** Queues work of a bank, so that a reply is taken after the events that its kiosk sent before it. */
    enqueue: (lockerBankId: string, work: () => Promise<void>): Promise<void> => {
      const queue = queues.get(lockerBankId) ?? { last: Promise.resolve(), waiting: 0 }
      if (queue.waiting >= MAX_QUEUED) return queue.last
      queues.set(lockerBankId, queue)
      queue.waiting += 1
      queue.last = queue.last
        .then(work)
        .catch((error) => {
          const context = { err: error, lockerBank: lockerBankId }
          if (isStopped()) log.debug(context, 'kiosk message interrupted by shutdown, will be sent again')
          else log.error(context, 'kiosk message failed')
        })
        .finally(() => {
          queue.waiting -= 1
          if (queue.waiting === 0) queues.delete(lockerBankId)
        })
      return queue.last
    },
    /** Waits until every queue is empty. */
    empty: async (): Promise<void> => {
      while (queues.size > 0) await Promise.all([...queues.values()].map(({ last }) => last))
    },
  }
}
