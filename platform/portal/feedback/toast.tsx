import { CloseButton, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHourglass, IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { wasShown } from '../api/call.ts'
import { textsOf } from '../api/call-error.ts'
import { t } from '../messages.ts'
import { createStore, useStore } from '../ui/store.ts'
import classes from './toast.module.css'

/** Work shorter than this, in ms, only shows its result. */
const SHORT = 1000
/** How long a toast stays, in ms (spec 1 §8). */
const STAYS = { error: 5000, info: 3000, success: 3000, warning: 3000, wait: 3000, bulk: 10_000, undo: 10_000 } as const
type Kind = 'error' | 'info' | 'success' | 'warning' | 'wait'
type Toast = {
  id: number
  kind: Kind
  title: string
  text: string
  stays: number
  link: Link | undefined
  undo: Undo | undefined
  body: ReactNode
}
type Link = { href: string; text: string }
/** Takes back what the notice reports. */
export type Undo = () => Promise<unknown>
/** A notice with `undo` stays 10 s at least; open for longer, it no longer offers it. */
type More = {
  title?: string
  link?: Link
  undo?: Undo | undefined
  /** Shown below the text. */
  body?: ReactNode
}

const ICONS = {
  error: IconCircleX,
  info: IconInfoCircle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  wait: IconHourglass,
} as const

const store = createStore<readonly Toast[]>([])
let last = 0
const close = (id: number) => store.write(store.read().filter((toast) => toast.id !== id))

function show(kind: Kind, text: string, { title = '', link, undo, body }: More, stays: number) {
  const id = ++last
  const isSame = (toast: Toast) => !body && toast.kind === kind && toast.text === text && toast.title === title
  const others = store.read().filter((toast) => !isSame(toast))
  store.write([...others, { id, kind, title, text, stays: undo ? Math.max(STAYS.undo, stays) : stays, link, undo, body }])
  return () => close(id)
}

const notice =
  (kind: Kind) =>
  (text: string, more: More = {}) =>
    show(kind, text, more, STAYS[kind])

/** Short notices in the corner. Each returns a function that removes it early. */
export const toast = {
  success: notice('success'),
  info: notice('info'),
  warning: notice('warning'),
  error: notice('error'),
  /** 'Please wait': 3 s, or 10 s for work on many rows. */
  wait: (text: string, { bulk = false, ...more }: More & { bulk?: boolean } = {}) =>
    show('wait', text, more, bulk ? STAYS.bulk : STAYS.wait),
  /** Stays until it is closed; `body` is its content. */
  lasting: (kind: Kind, more: More) => show(kind, '', more, Number.POSITIVE_INFINITY),
  /** Shows that work on many rows is running, until it is done. */
  during: async <T,>(work: Promise<T>, text: string): Promise<T> => {
    let closeWait = () => {}
    const timer = setTimeout(() => {
      closeWait = toast.wait(text, { bulk: true })
    }, SHORT)
    return work.finally(() => {
      clearTimeout(timer)
      closeWait()
    })
  },
  /**
   * The refusal of a call (spec 1 §8): the reply's message under `title`, or under the reply's own title. A refusal that the
   * session has already shown is not shown again.
   */
  failure: (error: unknown, title?: string) => {
    if (wasShown(error)) return () => {}
    const { message, ...more } = textsOf(error, title)
    return toast.error(message, more)
  },
}

/** The container of the toasts; one per entry of the portal. */
export function Toasts() {
  const toasts = useStore(store)
  return (
    <section className={classes.corner} aria-label={t('ToastsLabel').text} data-not-printed>
      {toasts.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function OneToast({ toast }: { toast: Toast }) {
  // A status that comes with its text is not read aloud: the text follows, in a task of its own.
  const [hasWords, setWords] = useState(false)
  useEffect(() => startTransition(() => setWords(true)), [])
  const [isPaused, setPaused] = useState(false)
  const [isOver, setOver] = useState(false)
  const { id, stays } = toast
  useEffect(() => {
    const timer = setTimeout(setOver, STAYS.undo, true)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (isPaused || stays === Number.POSITIVE_INFINITY) return
    const timer = setTimeout(() => close(id), stays)
    return () => clearTimeout(timer)
  }, [isPaused, id, stays])
  const Icon = ICONS[toast.kind]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the notice open
    <div
      className={classes.toast}
      data-kind={toast.kind}
      role={toast.kind === 'error' ? 'alert' : 'status'}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <Icon className={classes.icon} size={20} aria-hidden />
      <div className={classes.words}>
        {hasWords && (
          <>
            {toast.title && <strong>{toast.title}</strong>}
            {toast.text && <span>{toast.text}</span>}
            {toast.body}
            {toast.link && <a href={toast.link.href}>{toast.link.text}</a>}
          </>
        )}
        {toast.undo && !isOver && (
          <UnstyledButton
            className={classes.undo}
            onClick={() => {
              close(id)
              void toast.undo?.()
            }}
          >
            {t('WordUndo').text}
          </UnstyledButton>
        )}
      </div>
      <CloseButton size="sm" aria-label={t('WordClose').text} onClick={() => close(id)} />
    </div>
  )
}
