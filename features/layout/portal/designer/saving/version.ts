import { call } from '#platform/portal/api/call.ts'
import { layouts } from '../../../contract.ts'
import { savedDesignOf } from '../../../design.ts'
import type { Version } from '../editing/designer.ts'

/** A bank's layout as it is saved now, with the ETag that a save must match. */
export async function readVersion(lockerBankId: string, signal?: AbortSignal): Promise<Version> {
  let etag = ''
  const columns = await call(layouts.read, {
    params: { lockerBankId },
    signal,
    onHeaders: (headers) => {
      etag = headers.get('ETag') ?? ''
    },
  })
  return { saved: savedDesignOf(columns), etag }
}
