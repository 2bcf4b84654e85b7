import { mailrooms } from '#features/mailrooms/contract.ts'
import { isLive, statusById } from '#features/package-statuses/statuses.ts'
import { trackingKeysOf } from '#features/tracking-numbers/recognise.ts'
import { useIsConnectionLost } from '#platform/portal/api/connection.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { localStore } from '#platform/portal/session/storage.ts'
import { packages } from '../../contract.ts'
import { t } from '../../intake-messages.ts'
import type { Booking } from './booking-store.ts'
import type { Values } from './intake-state.ts'

/** The mailroom that was used last, by building. */
const MAILROOMS = 'intakeMailrooms'
const usedMailrooms = () => localStore.readJson<Record<string, string>>(MAILROOMS) ?? {}

export const rememberMailroom = (buildingId: string, mailroomId: string) =>
  localStore.writeJson(MAILROOMS, { ...usedMailrooms(), [buildingId]: mailroomId })

/** The mailroom that was chosen, or used last in the recipient's building, or its only one. `readMailroom` waits for the building's. */
export function useMailroom({ recipient, mailroomId }: Values) {
  const buildingId = recipient?.BuildingId ?? ''
  const isLost = useIsConnectionLost()
  const query = useCall(mailrooms.ofBuilding, { params: { buildingId } }, { enabled: buildingId !== '' })
  const used = usedMailrooms()[buildingId]
  const pick = (offered: typeof query.data) => {
    if (mailroomId) return mailroomId
    if (used && (!offered || offered.some(({ Id }) => Id === used))) return used
    return offered?.length === 1 ? (offered[0]?.Id ?? null) : null
  }
  const readMailroom = async () => {
    if (mailroomId || query.data || isLost) return pick(query.data)
    return pick((await query.refetch({ cancelRefetch: false })).data)
  }
  return { mailroomId: recipient && pick(query.data), readMailroom }
}

/** What is known of a package on site, or waiting here, with the number; null for none. */
export function useDuplicate(number: string, waiting: readonly Booking[]): string | null {
  const keys = trackingKeysOf(number)
  const isNumber = keys.some((key) => key.length >= SHORTEST_NUMBER)
  const { data } = useCall(packages.resolveTrackingNumber, { params: { trackingNumber: number || '-' } }, { enabled: isNumber })
  if (!isNumber) return null
  const here = waiting.find(({ draft }) => trackingKeysOf(draft.TrackingNumber ?? '').some((key) => keys.includes(key)))?.draft
  const status = data?.StatusId && statusById(data.StatusId)
  const live = here ?? (status && isLive(status) ? data : null)
  if (!live?.PackageNumber) return null
  const { PackageNumber: packageNumber, Name: name, UnitNumber: unit } = live
  return t('MsgTrackingNumberLive', { number: packageNumber, name, unit }).text
}
/** Numbers are looked for from so many characters. */
const SHORTEST_NUMBER = 8
