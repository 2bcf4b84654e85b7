import { Select } from '@mantine/core'
import { CourierPicker } from '#features/couriers/portal/shared/CourierPicker.tsx'
import { mayAtKiosk } from '#features/package-statuses/duties.ts'
import { t as label } from '#platform/labels.ts'
import { choiceText, type Draft, namedAs } from '#platform/portal/form/use-draft.ts'
import type { AgentDraft } from '../../contract.ts'
import { t } from '../../messages.ts'
import { AGENT_ROLES, dutiesText } from '../../rules.ts'

export const NO_ROLE = 0
const ROLES = AGENT_ROLES.map(({ id, name }) => ({ value: String(id), label: name }))
const needsDryCleaning = (role: number) => mayAtKiosk(role, 'dryCleaning')

type Props = {
  /** The draft of an agent or of an agent's registration. */
  draft: Draft<typeof AgentDraft>
  /** The saved courier, which may no longer be offered. */
  saved: { CourierId: string; CourierName: string } | null
}

/** Chooses a role and a matching courier. The role comes first, because it filters the couriers. */
export function RoleCourierPicker({ draft, saved }: Props) {
  const { RoleTypeId: role, CourierId } = draft.values
  const choose = (id: number) => {
    const fits = role !== NO_ROLE && needsDryCleaning(id) === needsDryCleaning(role)
    draft.set({ RoleTypeId: id, ...(!fits && { CourierId: '' }) })
  }
  return (
    <>
      <Select
        {...draft.field('RoleTypeId', label('LabelRole').text, choiceText(ROLES))}
        description={role === NO_ROLE ? t('HelpRole').text : t('HelpDuties', { duties: dutiesText(role) }).text}
        data={ROLES}
        openOnFocus={false}
        allowDeselect={false}
        value={role === NO_ROLE ? null : String(role)}
        onChange={(id) => choose(Number(id))}
      />
      <CourierPicker
        {...draft.field('CourierId', label('LabelCourier').text, namedAs(saved?.CourierId, saved?.CourierName))}
        isDryCleaning={role === NO_ROLE ? undefined : needsDryCleaning(role)}
        chosen={saved?.CourierId === CourierId ? { Id: saved.CourierId, Name: saved.CourierName } : undefined}
        value={CourierId || null}
        onChange={(id) => draft.set({ CourierId: id ?? '' })}
      />
    </>
  )
}
