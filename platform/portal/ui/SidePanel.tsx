import '@mantine/core/styles/Drawer.css'
import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './side-panel.module.css'

/** Below this width a detail is shown over the screen instead of beside it. */
const NO_ROOM_BESIDE = '(width < 1200px)'

type Props = {
  title: string
  /** Shown in the wide layout when nothing is selected. */
  hint: string
  close: () => void
  children: ReactNode
}

/** The detail of the selection: beside the screen, or on narrow screens over it from the bottom. Escape closes it. */
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
