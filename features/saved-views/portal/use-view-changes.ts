import { PRELOAD } from '#platform/operation.ts'
import { call } from '#platform/portal/api/call.ts'
import { useRefresh } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { useAttempt } from '#platform/portal/feedback/use-attempt.ts'
import type { GridView, ViewContent } from '#platform/portal/grid/grid-types.ts'
import type { ViewControlsProps } from '#platform/portal/grid/view-controls.ts'
import { savedViews } from '../contract.ts'
import { t } from '../messages.ts'
import { wireOf } from './shared/view-of.ts'

type Named = ViewContent & Pick<GridView, 'id' | 'name'>

/** The changes of a list's views. Each waits until the views on the screen are current; a refusal becomes a notice. */
export function useViewChanges({ listId, state }: Pick<ViewControlsProps, 'listId' | 'state'>) {
  const refresh = useRefresh()
  const { isUnderWay, attempt } = useAttempt()
  const { views, openView } = state

  const run = (title: string, work: () => Promise<unknown>) =>
    attempt(async () => {
      try {
        await work()
        return undefined
      } catch (error) {
        return toast.failure(error, title)
      }
    })
  const send = async <Reply>(reply: Promise<Reply>): Promise<Reply> => {
    const done = await reply
    await refresh([PRELOAD])
    return done
  }
  const put = (view: Named) =>
    call(savedViews.save, { params: { viewId: view.id }, input: { List: listId, Name: view.name, ...wireOf(view) } })
  const arranged = (order: readonly GridView[], defaultId: string | null) =>
    call(savedViews.arrange, { input: { List: listId, Ids: order.map(({ id }) => id), DefaultId: defaultId } })
  const defaultId = views.find(({ isDefault }) => isDefault)?.id ?? null

  return {
    isUnderWay,
    /** Adds a view, or replaces the one with its id. `onSaved` runs when the list has the view. */
    save: (view: Named, onSaved: () => void) =>
      run(t('MsgViewFailed').text, async () => {
        const { Message } = await send(put(view))
        toast.success(Message)
        onSaved()
      }),
    /** Moves a view to the place of another. */
    move: (id: string, to: string) => {
      const view = views.find((one) => one.id === id)
      const target = views.findIndex((one) => one.id === to)
      if (!view || target < 0) return
      const order = views.filter((one) => one !== view).toSpliced(target, 0, view)
      void run(t('MsgViewFailed').text, () => send(arranged(order, defaultId)))
    },
    /** The view that is shown when the list is opened; null for none. */
    makeDefault: (view: GridView | null) => run(t('MsgViewFailed').text, () => send(arranged(views, view?.id ?? null))),
    /** Deletes a view; the notice offers to take it back. */
    remove: (view: GridView) =>
      run(t('MsgViewDeleteFailed').text, async () => {
        const { Message } = await call(savedViews.remove, { params: { viewId: view.id } })
        const wasOpen = state.view === view
        if (wasOpen) await openView(null)
        await refresh([PRELOAD])
        const undo = () =>
          run(t('MsgViewFailed').text, async () => {
            await put(view)
            await send(arranged(views, defaultId))
            if (wasOpen) await openView(view)
          })
        toast.success(Message, { undo })
      }),
  }
}
