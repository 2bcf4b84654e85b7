import type { Viewer } from '../session/viewer.tsx'
import type { PaletteHit } from './screen.ts'

const MOST = 8
type Who = Pick<Viewer, 'userId'> & { readonly organisation: Pick<Viewer['organisation'], 'id'> }

/** Opened records by user and organisation, the latest first. In memory only, because they name people. */
const opened = new Map<string, readonly PaletteHit[]>()
const ownerOf = ({ userId, organisation }: Who) => `${userId} ${organisation.id}`

/** The records that the user opened since the portal was loaded, the latest first. */
export const recentRecords = (viewer: Who): readonly PaletteHit[] => opened.get(ownerOf(viewer)) ?? []

/** Makes a record the latest of the recent ones; a path without a record's id changes nothing. */
export function rememberRecord(viewer: Who, record: PaletteHit): void {
  if (!record.path.match(ID)) return
  const others = recentRecords(viewer).filter(({ path }) => placeOf(path) !== placeOf(record.path))
  opened.set(ownerOf(viewer), [record, ...others].slice(0, MOST))
}

const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
/** What a path shows: of a record's screens and tabs its id, of a door its locker too. */
export function placeOf(path: string): string {
  const [pathname = '', search] = path.split('?')
  const id = path.match(ID)?.at(-1)?.toLowerCase()
  return id ? [id, new URLSearchParams(search).get('locker')].filter(Boolean).join(' ') : pathname
}
