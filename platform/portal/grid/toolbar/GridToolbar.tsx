import { Button, Menu, Title } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { numberText } from '#platform/define-messages.ts'
import { t as tCommon } from '#platform/messages.ts'
import { t } from '../../messages.ts'
import { ReloadButton, ToolButton } from '../../ui/ToolButton.tsx'
import classes from '../grid.module.css'
import type { GridProps, GridRemove, Page } from '../grid-types.ts'
import type { GridColumns } from '../state/use-columns.ts'
import type { GridState } from '../state/use-grid-state.ts'
import { ExportButton } from './ExportButton.tsx'

type Props<Row, Sort extends string> = {
  props: GridProps<Row, Sort>
  state: GridState
  columns: GridColumns<Row, Sort>
  page: Page<Row> | undefined
  remove: GridRemove | undefined
  /** Nothing is checked. */
  isUnchecked: boolean
  /** The list's query. */
  matching: object
  reload: () => void
  reloading: boolean
}

/** Title with count on the left; actions of the whole list on the right, the primary one last. */
export function GridToolbar<Row, Sort extends string>(toolbar: Props<Row, Sort>) {
  const { props, state, columns, page, remove, isUnchecked, matching, reload, reloading } = toolbar
  const count = page && numberText(page.Total)
  return (
    <header className={classes.toolbar}>
      <Title order={props.level ?? 1} tabIndex={-1}>
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
        {/* With checked rows it is beside their number; its place stays, so that the other buttons do not move. */}
        {remove && (
          <Button
            variant="default"
            disabled
            className={classes.wide}
            title={tCommon('MsgNothingSelected').text}
            style={isUnchecked ? undefined : { visibility: 'hidden' }}
          >
            {remove.label}
          </Button>
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
