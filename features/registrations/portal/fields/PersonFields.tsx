import { TextInput } from '@mantine/core'
import { PhoneInput } from '#platform/portal/form/PhoneInput.tsx'
import type { Draft } from '#platform/portal/form/use-draft.ts'
import type { ResidentForm } from '../../contract.ts'
import { t } from '../../messages.ts'
import { labelOf } from './labels.ts'

type Name = 'FirstName' | 'LastName' | 'Email' | 'PhoneNumber'
type Field = (name: Name, label: string) => ReturnType<Draft<typeof ResidentForm>['field']>

/** The fields that residents and agents share; residents, who get text messages, with the culture of the organisation. */
export function PersonFields({ field, culture }: { field: Field; culture?: string | undefined }) {
  return (
    <>
      <TextInput {...field('FirstName', labelOf('FirstName'))} autoComplete="given-name" />
      <TextInput {...field('LastName', labelOf('LastName'))} autoComplete="family-name" />
      <TextInput {...field('Email', labelOf('Email'))} type="email" autoComplete="email" />
      <PhoneInput
        {...field('PhoneNumber', labelOf('PhoneNumber'))}
        description={t('HelpPhone').text}
        autoComplete="tel"
        culture={culture}
      />
    </>
  )
}
