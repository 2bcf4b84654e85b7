import { mayOpen } from '#platform/portal/navigation/screen.ts'
import type { Viewer } from '#platform/portal/session/viewer.tsx'
import { screens } from '../features.ts'
import { ABOUT, PACKAGE_VIEWER, RESIDENTS } from '../paths.ts'

/**
 * The home screen (spec 1 §2): the Package Viewer with the permission for the dashboard, residents with that for residents, else
 * the Package Viewer; About for users who may open neither, so that 'forbidden' does not redirect to itself.
 */
export function landingFor(viewer: Pick<Viewer, 'permissions' | 'organisations'>): string {
  const { permissions } = viewer
  const order =
    !permissions.has('ViewDashboard') && permissions.has('ViewResident')
      ? [RESIDENTS, PACKAGE_VIEWER]
      : [PACKAGE_VIEWER, RESIDENTS]
  const mayOpenPath = (path: string) => screens.some((screen) => screen.path === path && mayOpen(screen, viewer))
  return order.find(mayOpenPath) ?? ABOUT
}
