import { useCall } from '#platform/portal/api/queries.ts'
import { propertyLookUp } from '../../look-up.ts'

/**
 * The viewer's properties to choose from. Where there are more than one reply holds, the words are searched at the server, and
 * `named` has the chosen ones, read by their ids.
 */
export function usePropertyChoices(SearchText: string, chosen: readonly string[], enabled = true) {
  const first = useCall(propertyLookUp, { input: {} }, { enabled })
  const isMore = first.data?.IsMore ?? false
  const found = useCall(propertyLookUp, { input: { SearchText } }, { enabled: isMore && SearchText !== '' })
  const Ids = chosen.filter((id) => !first.data?.Data.some(({ Id }) => Id === id))
  const named = useCall(propertyLookUp, { input: { Ids } }, { enabled: isMore && Ids.length > 0 })
  const { data, error, isLoading, isFetching } = isMore && SearchText ? found : first
  const sizes = new Map(data?.Regions.map(({ Id, Properties }) => [Id, Properties]))
  return {
    data: data?.Data,
    /** How many properties the regions of `data` have, when not all are shown. */
    sizes,
    named: named.data?.Data ?? [],
    isMore,
    error,
    isLoading: isLoading || named.isLoading,
    isFetching,
  }
}
