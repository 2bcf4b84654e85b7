import '@mantine/core/styles/Drawer.css'
import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './side-panel.module.css'

/** Below this width of the window, in px, a detail is shown over the screen, from the bottom, instead of beside it. */
const BESIDE_FROM = 1200
/** Width of a detail over a wide screen, in px. */
const DETAIL_WIDTH = 400

type Props = {
  title: string
  /** Shown in the wide layout when nothing is selected. */
  hint: string
  close: () => void
  /** The window's width in px that the screen needs with a detail beside it, if that is more than usual. */
  besideFrom?: number
  children: ReactNode
}

/** The detail of the selection: beside the screen, or over it where there is no room. Escape closes it. */
export function SidePanel(props: Props) {
  const besideFrom = Math.max(BESIDE_FROM, props.besideFrom ?? 0)
  const isBeside = useMediaQuery(`(width >= ${besideFrom}px)`, true, { getInitialValueInEffect: false })
  const isWide = useMediaQuery(`(width >= ${BESIDE_FROM}px)`, true, { getInitialValueInEffect: false })
  return isBeside ? <Beside {...props} /> : <Over {...props} isWide={isWide} />
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

const Over = ({ title, close, isWide, children }: Props & { isWide: boolean }) => (
  <Drawer
    opened={Boolean(children)}
    onClose={close}
    position={isWide ? 'right' : 'bottom'}
    size={isWide ? DETAIL_WIDTH : 'auto'}
    padding={0}
    withCloseButton={false}
    title={<span className="visually-hidden">{title}</span>}
    classNames={{ header: classes.noHeader }}
    {...(!isWide && { styles: { content: { height: 'auto', maxHeight: '85dvh' } } })}
    overlayProps={{ backgroundOpacity: 0.25 }}
  >
    {children}
  </Drawer>
)
