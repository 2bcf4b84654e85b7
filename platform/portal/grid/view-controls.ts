import { type ComponentType, createContext, use } from 'react'
import type { ColumnLayout } from './grid-types.ts'
import type { GridState } from './state/use-grid-state.ts'

export type ViewControlsProps = {
  /** Id and title of the list. */
  listId: string
  title: string
  state: Pick<GridState, 'views' | 'view' | 'openView' | 'shown'>
  columns: { layout: ColumnLayout; isUnsaved: boolean; discard: () => void }
}
/** The tabs of a list's saved views, and the buttons that save what is shown. Loaded when they are first needed. */
export type ViewControls = { Tabs: ComponentType<ViewControlsProps>; Save: ComponentType<ViewControlsProps> }

const ViewControlsContext = createContext<ViewControls | null>(null)
/** The app provides the controls, because the operations belong to a feature. */
export const ViewControlsProvider = ViewControlsContext.Provider
export const useViewControls = () => use(ViewControlsContext)
