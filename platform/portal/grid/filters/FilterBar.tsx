import { Button, Menu } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { t as tPages } from '#platform/page-messages.ts'
import { t } from '../../messages.ts'
import type { GridFilter } from '../grid-types.ts'
import type { GridState } from '../state/use-grid-state.ts'
import { FilterChip } from './FilterChip.tsx'
import classes from './filters.module.css'
import { SearchField } from './SearchField.tsx'

/** Pinned filters that are shown although they are not set; the others are in the menu. */
const UNSET_SHOWN = 3

type Props = { filters: readonly GridFilter[]; state: GridState; children?: ReactNode }

/** The search field, and the filters as chips with their values. Changes apply immediately. */
export function FilterBar({ filters, state, children }: Props) {
  const [editing, setEditing] = useState<string | null>(null)
  const { values } = state
  const search = filters.find((filter) => filter.kind === 'search')
  const waits = ({ parent }: GridFilter) => filters.some(({ name }) => name === parent && values[name] === undefined)
  const reachable = filters.filter((filter) => filter !== search && !waits(filter))
  const isSet = ({ name }: GridFilter) => values[name] !== undefined || editing === name
  const unset = reachable.filter((filter) => filter.pinned && !isSet(filter)).slice(0, UNSET_SHOWN)
  const shown = reachable.filter((filter) => isSet(filter) || unset.includes(filter))
  const isFiltered = filters.some(({ name, initial }) => values[name] !== undefined && String(values[name]) !== initial)
  const others = reachable.filter((filter) => !shown.includes(filter))
  return (
    <search className={classes.filters}>
      {search && (
        <SearchField label={search.label} value={values[search.name]} set={(value) => state.setFilter(search.name, value)} />
      )}
      {shown.map((filter) => (
        <FilterChip
          key={filter.name}
          filter={filter}
          values={values}
          opened={editing === filter.name}
          setOpened={(open) => setEditing(open ? filter.name : null)}
          set={(value) => state.setFilter(filter.name, value)}
        />
      ))}
      {others.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="subtle" size="compact-sm" leftSection={<IconFilter size={14} aria-hidden />}>
              {t('GridFilter').text}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((filter) => (
              <Menu.Item key={filter.name} onClick={() => setEditing(filter.name)}>
                {filter.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {isFiltered && (
        <Button variant="subtle" size="compact-sm" onClick={state.clearFilters}>
          {tPages('WordClear').text}
        </Button>
      )}
      {children}
    </search>
  )
}
