import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Checkbox, TextInput } from '@mantine/core'
import type { Draft } from '#platform/portal/form/use-draft.ts'
import type { ResidentForm } from '../contract.ts'
import { say } from '../messages.ts'
import { NativeChoice } from './NativeChoice.tsx'
import type { Choices } from './use-asked.ts'

type Part = { draft: Draft<typeof ResidentForm> }

/** Who registers as a resident. */
export function ResidentPerson({ draft }: Part) {
  return (
    <>
      <TextInput {...draft.field('FirstName')} label={say('LabelFirstName').text} autoComplete="given-name" />
      <TextInput {...draft.field('LastName')} label={say('LabelLastName').text} autoComplete="family-name" />
      <TextInput {...draft.field('Email')} label={say('LabelEmail').text} type="email" autoComplete="email" />
      <TextInput {...draft.field('PhoneNumber')} label={say('LabelPhone').text} type="tel" autoComplete="tel" />
      <TextInput {...draft.field('PhoneNumber1')} label={say('LabelPhone1').text} type="tel" autoComplete="off" />
      <TextInput {...draft.field('PhoneNumber2')} label={say('LabelPhone2').text} type="tel" autoComplete="off" />
    </>
  )
}

/** Where they live. The buildings are of the property that is chosen. */
export function ResidentHome({ draft, properties, buildings }: Part & { properties: Choices; buildings: Choices }) {
  const { PropertyId } = draft.values
  return (
    <>
      <NativeChoice
        {...draft.field('PropertyId')}
        label={say('LabelProperty').text}
        choices={properties}
        onChange={(PropertyId) => draft.set({ PropertyId, BuildingId: '' })}
      />
      <NativeChoice
        {...draft.field('BuildingId')}
        label={say('LabelBuilding').text}
        choices={buildings}
        disabled={!PropertyId}
        onChange={(BuildingId) => draft.set({ BuildingId })}
      />
      <TextInput {...draft.field('UnitNumber')} label={say('LabelUnit').text} autoComplete="off" />
      <Checkbox {...draft.check('IsDDA')} label={say('LabelDda').text} />
    </>
  )
}
