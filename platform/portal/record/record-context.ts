import { createContext, useContext } from 'react'

/** The list that a record belongs to. */
export type RecordList = { readonly title: string; readonly path: string }
/** What the content of a record page needs from its frame. */
type RecordFrame = { readonly list: RecordList; readonly name: string }

const Context = createContext<RecordFrame | null>(null)
export const RecordFrameProvider = Context.Provider

/** The record page around a component; throws outside one. */
export function useRecordFrame(): RecordFrame {
  const frame = useContext(Context)
  if (!frame) throw new Error('A form must be inside a RecordPage.')
  return frame
}
