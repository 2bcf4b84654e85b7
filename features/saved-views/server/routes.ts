import { textIn } from '#features/resources/server/api.ts'
import { LANGUAGES } from '#platform/language.ts'
import { saved } from '#platform/server/entities.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { orNotFound, refuseIf } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import { type Database, type Db, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { savedViews } from '../contract.ts'
import { t } from '../messages.ts'
import { whyNotOneMore, whyNotSize } from '../rules.ts'
import { arrangeViews, lockedViews, type OwnerOfViews, ownerOf, removeView, saveView } from './store.ts'

/** The caller's views of the selected organisation's lists. Like preferences, they are not audited. */
export function savedViewsRoutes(route: Router, { database }: { readonly database: Database }) {
  const asOwner = <T>(caller: Caller, work: (db: Db, owner: OwnerOfViews) => Promise<T>) => {
    const owner = ownerOf(caller)
    return database.inTenant(wholeOrganisation(owner.organisationId), (db) => work(db, owner))
  }

  route.withoutTransaction(savedViews.save, async ({ caller, params: { viewId }, input }) => {
    refuseIf(isNameOfAll(input.Name) ? t('MsgViewNameReserved', { name: input.Name }) : null, 'Name')
    await asOwner(caller, async (db, owner) => {
      const views = await lockedViews(db, owner)
      if (!views.some(({ id }) => id === viewId)) refuseIf(whyNotOneMore(views, input.List))
      refuseIf(whyNotSize(views, viewId, JSON.stringify(input).length))
      orNotFound((await saveView(db, owner, viewId, input)) || null)
    })
    return saved(t('MsgViewSaved', { name: input.Name }), viewId)
  })

  route.withoutTransaction(savedViews.arrange, async ({ caller, input }) => {
    await asOwner(caller, (db, owner) => arrangeViews(db, owner, input))
    return { Message: t('MsgViewsArranged') }
  })

  route.withoutTransaction(savedViews.remove, async ({ caller, params }) => {
    const name = await asOwner(caller, (db, owner) => removeView(db, owner, params.viewId))
    return { Message: t('MsgViewDeleted', { name }) }
  })
}

/** Whether a name is that of the list without a view, in any language: the tabs of both would look the same. */
const isNameOfAll = (name: string) =>
  LANGUAGES.some((language) => textIn(language, t('ViewAll')).toLowerCase() === name.toLowerCase())
