import { CloseButton, Loader, Popover } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../messages.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import type { FilterValues, GridFilter } from '../grid-types.ts'
import classes from './filters.module.css'

const FilterEditor = lazyComponent(() => import('./FilterEditor.tsx'), <Loader size="sm" />)
const noChoices: NonNullable<GridFilter['useChoices']> = () => ({ choices: [] })

type Props = {
  filter: GridFilter
  values: FilterValues
  opened: boolean
  setOpened: (open: boolean) => void
  set: (value: string | undefined) => void
}

/** One filter: 'Status: Expired ×'. */
export function FilterChip({ filter, values, opened, setOpened, set }: Props) {
  const [text, setText] = useState('')
  const { useChoices = noChoices } = filter
  const { choices, loading, isSearched } = useChoices(values, { isOpen: opened, text })
  const value = values[filter.name]
  const names = value?.split(',').map((id) => choices.find((choice) => choice.Id === id)?.Name ?? (loading ? '…' : id))
  const words = value === undefined ? t('WordAny').text : filter.kind === 'text' ? value : names?.join(', ')
  return (
    <span className={classes.chip} data-set={value !== undefined || undefined}>
      <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <button type="button" onClick={() => setOpened(!opened)}>
            {filter.label}: <b>{words}</b>
          </button>
        </Popover.Target>
        <Popover.Dropdown className={classes.editor}>
          <FilterEditor
            {...{ filter, value, choices, set }}
            onSearch={isSearched ? setText : undefined}
            close={() => setOpened(false)}
          />
        </Popover.Dropdown>
      </Popover>
      {value !== undefined && (
        <CloseButton
          size={24}
          iconSize={14}
          aria-label={t('GridRemoveFilter', { name: filter.label }).text}
          onClick={() => set(undefined)}
        />
      )}
    </span>
  )
}
