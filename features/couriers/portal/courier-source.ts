import { call } from '#platform/portal/api/call.ts'
import { pathTo } from '#platform/portal/navigation/links.tsx'
import type { PaletteSource } from '#platform/portal/navigation/screen.ts'
import { couriers } from '../contract.ts'
import { t } from '../screens.ts'

const SHORTEST = 2
const FOUND = 8

/** Couriers by words of their name. */
export const courierSource: PaletteSource = {
  group: t('ScreenCouriers').text,
  find: async (text, { permissions, organisation }, signal) => {
    if (text.length < SHORTEST || !permissions.has('ViewCourier') || !permissions.has('EditCourier')) return []
    const input = { SearchText: text, PageSize: FOUND, OrganisationId: organisation.id }
    const { Data } = await call(couriers.page, { input, signal })
    return Data.map(({ Id, Name, Description }) => ({
      title: Name,
      path: pathTo('/courier/{courierId}/edit', { courierId: Id }),
      hint: Description,
    }))
  },
}
