import type { Permission } from '#platform/permissions.ts'
import { mayOpen } from '#platform/portal/navigation/screen.ts'
import { screens } from '../features.ts'
import { ABOUT, PACKAGE_VIEWER, RESIDENTS } from '../paths.ts'

/**
 * Where home is (spec 1 §2): the Package Viewer for who may see the dashboard, residents for who may see those, else the
 * Package Viewer; About for who may open neither, so that 'forbidden' and home never chase each other.
 */
export function landingFor(held: ReadonlySet<Permission>): string {
  const order = !held.has('ViewDashboard') && held.has('ViewResident') ? [RESIDENTS, PACKAGE_VIEWER] : [PACKAGE_VIEWER, RESIDENTS]
  const mayOpenPath = (path: string) => screens.some((screen) => screen.path === path && mayOpen(screen, held))
  return order.find(mayOpenPath) ?? ABOUT
}
