import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { t as tPages } from '#platform/page-messages.ts'
import { useIsConnectionLost } from '../api/connection.ts'

type Props = ActionIconProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> & { name: string; icon: typeof IconRefresh }

/** An icon button; its name is its accessible name and tooltip. */
export const ToolButton = ({ name, icon: Icon, ...rest }: Props) => (
  <ActionIcon variant="default" size="lg" aria-label={name} title={name} {...rest}>
    <Icon size={18} aria-hidden />
  </ActionIcon>
)

/** Reloads the data on the screen. */
export const ReloadButton = (props: { loading: boolean; onClick: () => void }) => (
  <ToolButton name={tPages('GridReload').text} icon={IconRefresh} disabled={useIsConnectionLost()} {...props} />
)
