import type { ComponentProps } from 'react'
import { useCall } from '#platform/portal/api/queries.ts'
import { ChoiceSelect } from '#platform/portal/form/ChoiceSelect.tsx'
import { couriers } from '../../contract.ts'

type Props = Omit<ComponentProps<typeof ChoiceSelect>, 'choices'> & {
  /** Which kind of couriers is offered; none can be chosen before that is known. */
  isDryCleaning: boolean | undefined
}

/** Chooses a courier of one kind by sort order; only `chosen` may be one that is not offered any more. */
export function CourierPicker({ isDryCleaning, ...props }: Props) {
  const { data, ...choices } = useCall(couriers.assignable)
  const offered = data?.filter((courier) => courier.IsDryCleaning === isDryCleaning)
  return <ChoiceSelect choices={{ ...choices, data: offered }} disabled={isDryCleaning === undefined} {...props} />
}

/** The couriers that a grid's filter offers, by name; one with sort order zero appears in no choice (spec 2 §2). */
export function useCourierChoices() {
  const { data = [], isPending } = useCall(couriers.all)
  return { choices: data.filter(({ SortOrder }) => SortOrder > 0), loading: isPending }
}
