import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { placeOf } from '#features/layout/design.ts'
import { t } from '#features/layout/messages.ts'
import { useStore } from '#platform/portal/ui/store.ts'
import type { Designer } from '../editing/designer-store.ts'
import { type Direction, stepFrom, type Target } from '../editing/edits.ts'

const STEPS = [
  ['up', 'MoveUp', 'Alt+↑'],
  ['down', 'MoveDown', 'Alt+↓'],
  ['left', 'MoveLeft', 'Alt+←'],
  ['right', 'MoveRight', 'Alt+→'],
] as const satisfies readonly (readonly [Direction, string, string])[]

/** All places that the chosen locker can move to: the alternative to dragging and to Alt with an arrow. */
export function MoveMenu({ designer }: { designer: Designer }) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {t('ButtonMove').text}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Places designer={designer} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Rendered while the menu is open only. */
function Places({ designer }: { designer: Designer }) {
  const { history, chosen } = useStore(designer.store)
  const design = history.present
  const place = chosen && placeOf(design, chosen.id)
  if (!place) return null
  const { id } = place.locker
  const { column, at } = place
  const last = column.lockers.length - 1
  const moveTo = (target: Target | undefined) => designer.dispatch({ type: 'moveLocker', id, target })
  return (
    <>
      {STEPS.map(([direction, label, keys]) => {
        const target = stepFrom(design, id, direction)
        return (
          <Menu.Item key={direction} disabled={!target} rightSection={keys} onClick={() => moveTo(target)}>
            {t(label).text}
          </Menu.Item>
        )
      })}
      <Menu.Divider />
      <Menu.Item disabled={at === 0} onClick={() => moveTo({ columnId: column.id, at: 0 })}>
        {t('MoveTop').text}
      </Menu.Item>
      <Menu.Item disabled={at === last} onClick={() => moveTo({ columnId: column.id, at: last })}>
        {t('MoveBottom').text}
      </Menu.Item>
      {design.length > 1 && <Menu.Divider />}
      {design
        .filter((other) => other.id !== column.id)
        .map((other) => (
          <Menu.Item key={other.id} onClick={() => moveTo({ columnId: other.id, at: other.lockers.length })}>
            {t('MoveToColumn', { name: other.name }).text}
          </Menu.Item>
        ))}
    </>
  )
}
