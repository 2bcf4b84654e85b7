import { TextInput } from '@mantine/core'
import type { Draft } from '#platform/portal/form/use-draft.ts'
import type { ResidentForm } from '../../contract.ts'
import { t } from '../../messages.ts'
import { labelOf } from './labels.ts'

type Name = 'FirstName' | 'LastName' | 'Email' | 'PhoneNumber'
type Field = (name: Name, label: string) => ReturnType<Draft<typeof ResidentForm>['field']>

/** The fields that residents and agents share. */
export function PersonFields({ field }: { field: Field }) {
  return (
    <>
      <TextInput {...field('FirstName', labelOf('FirstName'))} autoComplete="given-name" />
      <TextInput {...field('LastName', labelOf('LastName'))} autoComplete="family-name" />
      <TextInput {...field('Email', labelOf('Email'))} type="email" autoComplete="email" />
      <TextInput
        {...field('PhoneNumber', labelOf('PhoneNumber'))}
        description={t('HelpPhone').text}
        type="tel"
        autoComplete="tel"
      />
    </>
  )
}
