import { Meaning } from '#platform/portal/Meaning.tsx'
import { isOnline, statusText } from '../rules.ts'

/** A bank's status: green when ONLINE, red otherwise (spec 1 §4). */
export const Online = ({ status }: { status: string }) => (
  <Meaning kind={isOnline(status) ? 'good' : 'stop'}>{statusText(status)}</Meaning>
)
