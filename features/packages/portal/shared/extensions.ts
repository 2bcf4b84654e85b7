import type { ComponentType } from 'react'
import { extensionPoint } from '#platform/portal/navigation/extensions.ts'
import type { PackageDetail } from '../../contract.ts'

/** Beside the buttons of the list, which shows one property or all. */
export const PACKAGE_TOOLS = extensionPoint<ComponentType<{ propertyId: string | undefined }>>()
/** The first buttons of a package. */
export const PACKAGE_ACTIONS = extensionPoint<ComponentType<{ pkg: PackageDetail }>>()
/** Below an entry of the history that has a hand-over. */
export const HAND_OVER_LINKS = extensionPoint<ComponentType<{ handOverId: string }>>()
