import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useStore } from '#platform/portal/ui/store.ts'
import { placeOf } from '../../../design.ts'
import { t } from '../../../messages.ts'
import type { Designer } from '../editing/designer.ts'
import { type Direction, stepFrom } from '../editing/edits.ts'

const STEPS = [
  ['up', 'MoveUp', 'Alt+↑'],
  ['down', 'MoveDown', 'Alt+↓'],
  ['left', 'MoveLeft', 'Alt+←'],
  ['right', 'MoveRight', 'Alt+→'],
] as const satisfies readonly (readonly [Direction, string, string])[]

/** Every place that the chosen locker can go to, for whoever neither drags nor presses Alt. */
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

/** Reckoned when the menu is open only. */
function Places({ designer }: { designer: Designer }) {
  const { history, chosen } = useStore(designer.store)
  const design = history.present
  const place = chosen && placeOf(design, chosen.id)
  if (!place) return null
  const { id } = place.locker
  const { column, at } = place
  const last = column.lockers.length - 1
  return (
    <>
      {STEPS.map(([direction, label, keys]) => {
        const target = stepFrom(design, id, direction)
        return (
          <Menu.Item key={direction} disabled={!target} rightSection={keys} onClick={() => designer.moveLocker(id, target)}>
            {t(label).text}
          </Menu.Item>
        )
      })}
      <Menu.Divider />
      <Menu.Item disabled={at === 0} onClick={() => designer.moveLocker(id, { columnId: column.id, at: 0 })}>
        {t('MoveTop').text}
      </Menu.Item>
      <Menu.Item disabled={at === last} onClick={() => designer.moveLocker(id, { columnId: column.id, at: last })}>
        {t('MoveBottom').text}
      </Menu.Item>
      {design.length > 1 && <Menu.Divider />}
      {design
        .filter((other) => other.id !== column.id)
        .map((other) => (
          <Menu.Item key={other.id} onClick={() => designer.moveLocker(id, { columnId: other.id, at: other.lockers.length })}>
            {t('MoveToColumn', { name: other.name }).text}
          </Menu.Item>
        ))}
    </>
  )
}
