import { type History, type HistoryRecord, isSameSource, MAX_RECORDS } from './state.ts'

/** Drops records whose report was never loaded; the position stays on the same record, or on the one before it. */
export function withoutTemporary({ records, position }: History): History {
  const kept = records.filter(({ isTemporary }) => !isTemporary)
  const before = records.slice(0, position + 1).filter(({ isTemporary }) => !isTemporary)
  return { records: kept, position: before.length - 1 }
}

type Begun = Pick<HistoryRecord, 'reportSource' | 'pageNumber' | 'viewMode'>
/** Adds a temporary record behind the present one, and drops those that followed it; the same source again keeps its record. */
export function recordStarted(history: History, begun: Begun): History {
  const { records, position } = withoutTemporary(history)
  if (isSameSource(records[position]?.reportSource ?? null, begun.reportSource)) return { records, position }
  const added = [...records.slice(0, position + 1), { ...begun, ids: null, isTemporary: true }].slice(-MAX_RECORDS)
  return { records: added, position: added.length - 1 }
}

type Loaded = Pick<HistoryRecord, 'pageNumber' | 'viewMode' | 'ids'>
/** The present record is loaded, with its document. */
export const recordLoaded = ({ records, position }: History, loaded: Loaded): History => ({
  records: records.map((record, at) => (at === position ? { ...record, ...loaded, isTemporary: false } : record)),
  position,
})
