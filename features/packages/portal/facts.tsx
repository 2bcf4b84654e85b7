import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { When } from '#platform/portal/ui/times.tsx'
import classes from './package.module.css'

/** A section of the detail with its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={3} id={id} className={classes.heading}>
        {title}
      </Title>
      {children}
    </section>
  )
}

/** A labelled value; nothing without a value. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (children === null || children === '') return null
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A time in the property's time zone, with its distance from now. */
export function FactTime({ label, at, timeZone }: { label: string; at: string | null; timeZone: string }) {
  if (!at) return null
  return (
    <Fact label={label}>
      <When at={at} timeZone={timeZone} exact />{' '}
      <span className={classes.quiet}>
        <When at={at} timeZone={timeZone} />
      </span>
    </Fact>
  )
}
