import type { Live } from '#features/live/server/api.ts'
import { newId } from '#platform/ids.ts'
import type { Router } from '#platform/server/http/route.ts'
import { t as tCabinet } from '../cabinet-messages.ts'
import { type Changes, isUnchanged } from '../changes.ts'
import { layouts } from '../contract.ts'
import { designOfDraft } from '../design.ts'
import { t } from '../messages.ts'
import { sizesOf } from '../model.ts'
import { readLayout } from './lockers.ts'
import { etagOf, saveLayout } from './save.ts'

/** Reads and saves layouts, and reads one locker by its name (spec 1 §5, §7). */
export function layoutRoutes(route: Router, { live }: { live: Pick<Live, 'changed'> }) {
  route(layouts.read, async ({ db, params, reply }) => {
    const { version, columns } = await readLayout(db, params.lockerBankId)
    reply.header('etag', etagOf(version))
    return columns
  })
  route(layouts.save, async ({ db, tenant, params, input, now, request, reply, audit, afterCommit }) => {
    const { lockerBankId } = params
    const design = designOfDraft(input, newId)
    const { version, propertyId, changes } = await saveLayout(db, {
      lockerBankId,
      design,
      ifMatch: request.headers['if-match'],
      now,
    })
    if (!isUnchanged(changes)) {
      await audit('layout changed', lockerBankId, namesOf(changes))
      const { organisationId } = tenant
      afterCommit(() => live.changed({ organisationId, propertyId, lockerBankId, topic: 'packages' }))
    }
    reply.header('etag', etagOf(version))
    return { Message: t('MsgLayoutSaved'), Id: lockerBankId, ETag: etagOf(version) }
  })
  route(layouts.lockerTypes, () =>
    LOCKER_TYPES.map(({ Id, Name }) => ({
      Id,
      Name,
      Sizes: sizesOf(Id).map(({ value, label }) => ({ Value: value, Label: label })),
    })),
  )
}

const namesOf = ({ added, removed, changed }: Changes) => ({
  added: added.map(({ locker }) => locker.lockerName),
  removed: removed.map(({ locker }) => locker.lockerName),
  changed: changed.map(({ after }) => after.locker.lockerName),
})

const LOCKER_TYPES = [
  { Id: 'locker', Name: tCabinet('TypeLocker') },
  { Id: 'terminal', Name: tCabinet('TypeTerminal') },
] as const
