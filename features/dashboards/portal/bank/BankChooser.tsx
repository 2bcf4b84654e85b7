import { Select } from '@mantine/core'
import { t as label } from '#platform/labels.ts'
import { pathTo, useGo } from '#platform/portal/navigation/links.tsx'
import type { SummaryRow } from '../../contract.ts'
import { t } from '../../messages.ts'
import classes from './bank.module.css'

/** Selects one of the user's locker banks, by name, property and building. */
export function BankChooser({ banks, chosen }: { banks: readonly SummaryRow[]; chosen: string | null }) {
  const go = useGo()
  return (
    <Select
      aria-label={label('LabelLockerBank').text}
      placeholder={t('ChooseBank').text}
      className={classes.chooser}
      data={banks.map((bank) => ({
        value: bank.LockerBankId,
        label: `${bank.LockerBankName} · ${bank.PropertyName} · ${bank.BuildingName}`,
      }))}
      value={chosen}
      onChange={(id) => id && go(pathTo('/dashboard/lockerbank/{id}', { id }))}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('NoBankFound').text}
      maxDropdownHeight={400}
    />
  )
}
