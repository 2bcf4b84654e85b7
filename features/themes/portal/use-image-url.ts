import type { ImageField } from '#features/kiosks/theme.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { isImageHash, themes } from '../contract.ts'

/** The pictures of a theme as data URLs; '' for none and for one that is still loading. */
export type ImageUrls = Readonly<Record<ImageField, string>>

/** The data URL of a picture: of a saved one, which has a hash, the server's; `ownerOf`: the property that has it. */
export function useImageUrl(value: string, ownerOf: (hash: string) => string): string {
  const isHash = isImageHash(value)
  const params = { propertyId: ownerOf(value), hash: value }
  const image = useCall(themes.image, { params }, { enabled: isHash, staleTime: Number.POSITIVE_INFINITY })
  return isHash ? (image.data?.Image ?? '') : value
}
