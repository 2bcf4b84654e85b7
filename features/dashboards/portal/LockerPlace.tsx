import '@mantine/core/styles/Drawer.css'
import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { say } from '../messages.ts'
import classes from './bank.module.css'

type Props = { children: ReactNode; close: () => void }

/** The chosen locker beside the cabinet; without one, how to choose. */
export const LockerAside = ({ children, close }: Props) => (
  <aside
    className={classes.aside}
    aria-label={say('TitleLockerDetail').text}
    onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && close()}
  >
    {children ?? <p className={classes.hint}>{say('HintChooseLocker').text}</p>}
  </aside>
)

/** The same on a narrow screen: over the cabinet. */
export const LockerDrawer = ({ children, close }: Props) => (
  <Drawer
    opened={Boolean(children)}
    onClose={close}
    position="bottom"
    size="auto"
    padding={0}
    withCloseButton={false}
    title={<span className="visually-hidden">{say('TitleLockerDetail').text}</span>}
    classNames={{ header: classes.noHeader }}
    styles={{ content: { height: 'auto', maxHeight: '85dvh' } }}
    overlayProps={{ backgroundOpacity: 0.25 }}
  >
    {children}
  </Drawer>
)
