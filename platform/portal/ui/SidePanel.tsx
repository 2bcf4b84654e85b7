import '@mantine/core/styles/Drawer.css'
import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './side-panel.module.css'

/** Below this a detail has no room beside what it belongs to and comes over it. */
const NO_ROOM_BESIDE = '(width < 1200px)'

type Props = {
  title: string
  /** Said where nothing is chosen and there is room beside. */
  hint: string
  close: () => void
  children: ReactNode
}

/** The detail of what was chosen: beside it, or over it from below where there is no room. Escape closes it. */
export function SidePanel(props: Props) {
  const narrow = useMediaQuery(NO_ROOM_BESIDE, false, { getInitialValueInEffect: false })
  return narrow ? <Below {...props} /> : <Beside {...props} />
}

const Beside = ({ title, hint, close, children }: Props) => (
  <aside
    className={classes.aside}
    aria-label={title}
    onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && close()}
  >
    {children || <p className={classes.hint}>{hint}</p>}
  </aside>
)

const Below = ({ title, close, children }: Props) => (
  <Drawer
    opened={Boolean(children)}
    onClose={close}
    position="bottom"
    size="auto"
    padding={0}
    withCloseButton={false}
    title={<span className="visually-hidden">{title}</span>}
    classNames={{ header: classes.noHeader }}
    styles={{ content: { height: 'auto', maxHeight: '85dvh' } }}
    overlayProps={{ backgroundOpacity: 0.25 }}
  >
    {children}
  </Drawer>
)
