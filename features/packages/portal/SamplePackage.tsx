import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { t } from '#features/notification-templates/messages.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { May } from '#platform/portal/session/viewer.tsx'
import { packages } from '../contract.ts'

const PAUSE_MS = 400
type Props = { value: string | null; onChange: (id: string | null) => void }

/** The package whose values the preview of a template shows, for users who may see packages. */
const SamplePackage = (props: Props) => (
  <May permission="ViewPackage">
    <PackagePicker {...props} />
  </May>
)
export default SamplePackage

/** Chooses a package by its recipient, unit or number; the sample values without one. */
function PackagePicker({ value, onChange }: Props) {
  const [text, setText] = useState('')
  const [Q] = useDebouncedValue(text, PAUSE_MS)
  const { data } = useCall(packages.page, { input: { Q, PageSize: 10 } })
  const found = (data?.Data ?? []).map((one) => ({
    value: one.PackageId,
    label: [one.PackageNumber, one.ResidentName, one.UnitNumber].join(' · '),
  }))
  const isShown = found.some((one) => one.label === text)
  return (
    <Select
      label={t('LabelSamplePackage').text}
      placeholder={t('WordSample').text}
      maw={480}
      searchable
      clearable
      data={found}
      filter={({ options }) => options}
      value={value}
      onChange={onChange}
      onSearchChange={(typed) => !isShown && setText(typed)}
    />
  )
}
