import { Button } from '@mantine/core'
import { IconLoader2, IconPlug } from '@tabler/icons-react'
import { t } from '../messages.ts'
import classes from './devices.module.css'
import type { Action, Mapping } from './use-mapping.ts'

/** One line, also for screen readers: the action in progress, or else what a click on a door does now. */
export function MappingStatus({ mapping }: { mapping: Mapping }) {
  const { action, selected } = mapping
  const Icon = action ? IconLoader2 : IconPlug
  return (
    <div className={classes.status} data-busy={action ? true : undefined} data-selected={selected ? true : undefined}>
      <Icon size={20} aria-hidden />
      <p role="status">{action ? actionText(action) : selectionText(mapping)}</p>
      {selected && !action && (
        <Button size="compact-sm" variant="default" onClick={() => mapping.select(null)}>
          {t('ButtonDeselect').text}
        </Button>
      )}
    </div>
  )
}

function selectionText({ selected, doors }: Mapping): string {
  if (!selected) return t('StatusIdle').text
  const { serialNumber, isOpened } = selected
  const name = doors.find((door) => door.serialNumber === serialNumber)?.name
  if (name !== undefined) return t('StatusSelectedMapped', { serialNumber, name }).text
  return t(isOpened ? 'StatusSelected' : 'StatusSelectedAgain', { serialNumber }).text
}

function actionText(action: Action): string {
  if (action.kind === 'discovering') return t('StatusLooking').text
  if (action.kind === 'opening') return t('StatusOpening', action).text
  return action.kind === 'mapping' ? t('StatusMapping', action).text : t('StatusUnmapping', action).text
}
