import { Button, Group, Text, Title } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { t as tPortal } from '#platform/portal/messages.ts'
import { current, type Guide } from '../guide.ts'
import { t } from '../messages.ts'
import classes from './devices.module.css'
import type { GuideControl } from './use-guide.ts'
import type { Action } from './use-mapping.ts'

/** `isBusy`: no other action may begin. */
type Props = { control: GuideControl; action: Action | null; isBusy: boolean }

/** The guided mapping: the current device, the question which door has opened, and the other actions. */
export function GuidePanel({ control, action, isBusy }: Props) {
  const { guide } = control
  const reasonId = useId()
  const panel = useRef<HTMLElement>(null)
  const hadFocus = useRef(false)
  const isGuided = guide !== null
  // The button that had the focus is removed or disabled: keyboard users continue from the panel.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the buttons change
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) panel.current?.focus()
  }, [isGuided, isBusy])
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={classes.guide}
      aria-label={t('TitleGuide').text}
      onFocus={() => {
        hadFocus.current = true
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget) hadFocus.current = panel.current?.contains(relatedTarget) ?? false
      }}
    >
      {guide ? (
        <Round guide={guide} control={control} action={action} isBusy={isBusy} />
      ) : (
        <>
          <Title order={2}>{t('TitleGuide').text}</Title>
          <Text id={reasonId} size="sm" c="dimmed">
            {(control.whyNot ?? t('HintGuide')).text}
          </Text>
          <Group>
            <Button aria-describedby={reasonId} disabled={isBusy || control.whyNot !== null} onClick={control.start}>
              {t('ButtonGuide').text}
            </Button>
          </Group>
        </>
      )}
    </section>
  )
}

function Round({ guide, control, action, isBusy }: Props & { guide: Guide }) {
  const serialNumber = current(guide)
  return (
    <>
      <p className={classes.question} role="status" data-stage={guide.stage}>
        {questionOf(guide, action)}
      </p>
      {serialNumber && (
        <Text size="sm" c="dimmed">
          <span translate="no">{serialNumber}</span> ·{' '}
          {t(guide.stage === 'not-open' ? 'GuideHintNotOpen' : 'GuideHintWhich').text}
        </Text>
      )}
      <progress className={classes.progress} max={guide.queue.length} value={guide.at} aria-label={t('TitleGuide').text} />
      <Group gap="sm">
        {guide.stage === 'done' ? (
          <Button onClick={control.stop}>{tPortal('WordClose').text}</Button>
        ) : (
          <>
            <Button variant="default" disabled={isBusy} onClick={control.openAgain}>
              {t('ButtonOpenAgain').text}
            </Button>
            <Button variant="default" disabled={isBusy} onClick={control.skip}>
              {t('ButtonSkip').text}
            </Button>
            <Button variant="subtle" disabled={isBusy} onClick={control.stop}>
              {t('ButtonStop').text}
            </Button>
          </>
        )}
      </Group>
    </>
  )
}

function questionOf({ queue, at, stage, mapped }: Guide, action: Action | null): string {
  const count = queue.length
  const place = { number: at + 1, count }
  if (stage === 'done') return t('GuideDone', { mapped, count }).text
  if (action?.kind === 'mapping') return t('GuideMapping', { ...place, name: action.name }).text
  const texts = { opening: 'GuideOpening', open: 'GuideWhich', 'not-open': 'GuideNotOpen' } as const
  return t(texts[stage], place).text
}
