import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import { t as label } from '#platform/labels.ts'

/** The list that a record belongs to. */
export type RecordList = { readonly title: string; readonly path: string }
/** For records without a list of their own: the way back is to the home screen. */
export const home = (): RecordList => ({ title: label('LinkHome').text, path: '/landing' })
/** What the content of a tab needs from the record page. */
type RecordFrame = {
  readonly list: RecordList
  readonly name: string
  /** Where the form of the open tab shows its buttons: in the header. Null in other tabs, and on narrow screens. */
  readonly bar: HTMLElement | null
  /** Marks the tab while its form has unsaved changes. */
  readonly markUnsaved: (isUnsaved: boolean) => void
}

const Context = createContext<RecordFrame | null>(null)
export const RecordFrameProvider = Context.Provider

/** The record page around a component; throws outside one. */
export function useRecordFrame(): RecordFrame {
  const frame = useContext(Context)
  if (!frame) throw new Error('A form must be inside a RecordPage.')
  return frame
}

/** Marks the tab around a component while it has unsaved content. */
export function useUnsavedMark(isUnsaved: boolean): void {
  const mark = useEffectEvent(useRecordFrame().markUnsaved)
  useEffect(() => {
    mark(isUnsaved)
    return () => mark(false)
  }, [isUnsaved])
}
