import { defineMessages } from '#platform/define-messages.ts'
import { entity } from '#platform/entity.ts'

/** Titles of the screens; apart from the other texts because navigation loads them before any screen. */
export const t = defineMessages('PackageScreens', {
  ScreenPackageViewer: 'Package Viewer',
  ScreenNewPackage: 'New package',
  ScreenAgeing: 'Ageing',
  ScreenPackageLabel: 'Package label',
  TitlePackage: 'Package {number}',
})

/** A package's label, to print. */
export const LABEL_PATH = '/package/label/{packageId}'

/** A package in the list; `{id}` is its id. */
export const PACKAGE_PATH = '/search?package={id}'

/** The paths of the specification (spec 2 §2). Packages are not deleted. */
export const packageEntity = { ...entity('Package'), editPath: '/package/detail/{packageId}' } as const
