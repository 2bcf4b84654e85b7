import { toast } from '#platform/portal/feedback/toast.tsx'
import { createStore } from '#platform/portal/ui/store.ts'
import { type Action, type DesignerState, initialState, reduce, type Version } from './reducer.ts'

/**
 * The designer's state outside React: a save or a reload that has been awaited reads the present state, and the parts of the
 * screen get one object that never changes, so that an edit renders only the parts it is about.
 */
export function createDesigner(first: Version) {
  const store = createStore<DesignerState>(initialState(first))
  return {
    store,
    dispatch(action: Action): void {
      const { announcement } = store.read()
      store.write(reduce(store.read(), action))
      const now = store.read().announcement
      if (now.isRefusal && now.number !== announcement.number) toast.warning(now.text)
    },
  }
}
export type Designer = ReturnType<typeof createDesigner>
