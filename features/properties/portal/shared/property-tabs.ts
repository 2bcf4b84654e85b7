import type { ComponentType } from 'react'
import { extensionPoint } from '#platform/portal/navigation/extensions.ts'

/** A tab of the page of a property. */
export type PropertyTab = {
  /** In the address. */
  readonly name: string
  readonly label: string
} & (
  | { readonly Content: ComponentType<{ propertyId: string }> }
  | {
      /** The address of the screen that the tab is. */
      readonly to: (propertyId: string) => string
      /** The id of the column of the list that leads to it. */
      readonly column: string
    }
)
export const PROPERTY_TABS = extensionPoint<PropertyTab>()
