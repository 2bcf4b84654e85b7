import { ActionIcon, Menu } from '@mantine/core'
import { IconDotsVertical, IconStarFilled } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { GridView } from '#platform/portal/grid/grid-types.ts'
import type { ViewControlsProps } from '#platform/portal/grid/view-controls.ts'
import { t as tPortal } from '#platform/portal/messages.ts'
import { dragOrder } from '#platform/portal/ui/drag-order.ts'
import { t } from '../messages.ts'
import { NameDialog } from './NameDialog.tsx'
import { useViewChanges } from './use-view-changes.ts'
import classes from './view-tabs.module.css'

type Changes = ReturnType<typeof useViewChanges>

/** The user's views of a list, after the list without a view. The open one has a menu; they are put in order by dragging, too. */
export default function ViewTabs({ listId, title, state }: ViewControlsProps) {
  const changes = useViewChanges({ listId, state })
  const { views, view: open, openView } = state
  const tabs = useRef<HTMLElement>(null)
  /** The focus goes to the list without a view: the menu that had it is gone. */
  const remove = async (view: GridView) => {
    await changes.remove(view)
    tabs.current?.querySelector('button')?.focus()
  }
  return (
    <nav ref={tabs} className={classes.tabs} aria-label={t('ViewsOf', { list: title }).text}>
      <span className={classes.tab} data-open={!open || undefined}>
        <button type="button" aria-current={open ? undefined : 'page'} onClick={() => openView(null)}>
          {t('ViewAll').text}
        </button>
      </span>
      {views.map((view) => (
        <span
          key={view.id}
          className={classes.tab}
          data-open={view === open || undefined}
          {...dragOrder('view', view.id, changes.move)}
        >
          <button type="button" aria-current={view === open ? 'page' : undefined} onClick={() => openView(view)}>
            {view.name}
            {view.isDefault && <IconStarFilled size={12} role="img" aria-label={t('ViewIsDefault').text} />}
          </button>
          {view === open && <ViewMenu view={view} views={views} changes={changes} remove={() => remove(view)} />}
        </span>
      ))}
    </nav>
  )
}

type MenuProps = { view: GridView; views: readonly GridView[]; changes: Changes; remove: () => void }

function ViewMenu({ view, views, changes, remove }: MenuProps) {
  const [isNaming, setNaming] = useState(false)
  const at = views.indexOf(view)
  const [left, right] = [views[at - 1], views[at + 1]]
  const rename = (name: string) => changes.save({ ...view, name }, () => setNaming(false))
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={24} aria-label={t('ViewMenu', { name: view.name }).text}>
            <IconDotsVertical size={14} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setNaming(true)}>{t('ViewRename').text}</Menu.Item>
          <Menu.Item onClick={() => changes.makeDefault(view.isDefault ? null : view)}>
            {t(view.isDefault ? 'ViewNoDefault' : 'ViewMakeDefault').text}
          </Menu.Item>
          {left && <Menu.Item onClick={() => changes.move(view.id, left.id)}>{tPortal('GridMoveLeft').text}</Menu.Item>}
          {right && <Menu.Item onClick={() => changes.move(view.id, right.id)}>{tPortal('GridMoveRight').text}</Menu.Item>}
          <Menu.Item onClick={remove}>{t('ViewDelete').text}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <NameDialog
          title={t('TitleRenameView').text}
          name={view.name}
          isSaving={changes.isUnderWay}
          save={rename}
          close={() => setNaming(false)}
        />
      )}
    </>
  )
}
