import { Menu, Title } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useRef } from 'react'
import { numberText } from '#platform/define-messages.ts'
import { t } from '../../messages.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { ReloadButton, ToolButton } from '../../ui/ToolButton.tsx'
import classes from '../grid.module.css'
import type { GridProps, GridRemove, Page } from '../grid-types.ts'
import type { GridColumns } from '../state/use-columns.ts'
import type { GridState } from '../state/use-grid-state.ts'
import type { Selection } from '../state/use-selection.ts'
import { ExportButton } from './ExportButton.tsx'
import type Remove from './RemoveButton.tsx'

// The first list, of packages, has none. A lazy component has no type parameters.
const RemoveButton = lazyComponent(() => import('./RemoveButton.tsx')) as typeof Remove

type Props<Row, Sort extends string> = {
  props: GridProps<Row, Sort>
  state: GridState
  columns: GridColumns<Row, Sort>
  page: Page<Row> | undefined
  remove: GridRemove | undefined
  selection: Selection<Row>
  /** The list's query. */
  matching: object
  reload: () => void
  reloading: boolean
}

/** Title with count on the left; actions of the whole list on the right, the primary one last. */
export function GridToolbar<Row, Sort extends string>(toolbar: Props<Row, Sort>) {
  const { props, state, columns, page, remove, selection, matching, reload, reloading } = toolbar
  const heading = useRef<HTMLHeadingElement>(null)
  const count = page && numberText(page.Total)
  return (
    <header className={classes.toolbar}>
      <Title ref={heading} order={props.level ?? 1} tabIndex={-1}>
        {props.title}
        {count && <span className={classes.count}>{page?.TotalIsAtLeast ? t('NumberIsAtLeast', { count }).text : count}</span>}
      </Title>
      <div className={classes.tools}>
        <ReloadButton loading={reloading && Boolean(page)} onClick={reload} />
        <ColumnChooser columns={columns} />
        {props.exportButton ? (
          props.exportButton(matching)
        ) : (
          <ExportButton props={props} state={state} columns={columns.visible} />
        )}
        {remove && (
          <RemoveButton
            remove={remove}
            operation={props.operation}
            {...{ selection, page, matching }}
            rowName={props.rowName}
            heading={heading}
          />
        )}
        {props.actions}
      </div>
    </header>
  )
}

function ColumnChooser<Row, Sort extends string>({ columns }: { columns: GridColumns<Row, Sort> }) {
  const firstFree = columns.choices.find(({ fixed }) => !fixed)
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <ToolButton name={t('GridColumns').text} icon={IconColumns3} />
      </Menu.Target>
      <Menu.Dropdown>
        {columns.choices.map((choice) => (
          <Menu.CheckboxItem
            key={choice.id}
            checked={choice.shown}
            disabled={choice.fixed}
            // The first that can have the focus gets it; without it Escape would not close the menu.
            data-autofocus={choice.id === firstFree?.id || undefined}
            onChange={choice.toggle}
          >
            {choice.header}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item disabled={!columns.isChanged} onClick={columns.reset}>
          {t('GridResetColumns').text}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
