import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Checkbox, TextInput } from '@mantine/core'
import type { Draft } from '#platform/portal/form/use-draft.ts'
import type { ResidentForm } from '../../contract.ts'
import type { Choices } from '../register/use-answer.ts'
import type { PropertyChoices } from '../register/use-properties.ts'
import { labelOf } from './labels.ts'
import { NativeChoice, PropertySearch } from './NativeChoice.tsx'
import { PersonFields } from './PersonFields.tsx'

type Part = { draft: Draft<typeof ResidentForm> }

/** The names, the address and the phone numbers of a resident. */
export function ResidentPerson({ draft, culture }: Part & { culture: string | undefined }) {
  return (
    <>
      <PersonFields field={draft.field} culture={culture} />
      <TextInput {...draft.field('PhoneNumber1', labelOf('PhoneNumber1'))} type="tel" autoComplete="off" />
      <TextInput {...draft.field('PhoneNumber2', labelOf('PhoneNumber2'))} type="tel" autoComplete="off" />
    </>
  )
}

/** Property, building and unit. `buildings` are those of the chosen property. */
export function ResidentHome({ draft, properties, buildings }: Part & { properties: PropertyChoices; buildings: Choices }) {
  const { PropertyId } = draft.values
  return (
    <>
      <PropertySearch properties={properties} />
      <NativeChoice
        {...draft.field('PropertyId', labelOf('PropertyId'))}
        choices={properties}
        onChange={(PropertyId) => draft.set({ PropertyId, BuildingId: '' })}
      />
      <NativeChoice
        {...draft.field('BuildingId', labelOf('BuildingId'))}
        choices={buildings}
        disabled={!PropertyId}
        onChange={(BuildingId) => draft.set({ BuildingId })}
      />
      <TextInput {...draft.field('UnitNumber', labelOf('UnitNumber'))} autoComplete="off" />
      <Checkbox {...draft.check('IsDDA', labelOf('IsDDA'))} />
    </>
  )
}
