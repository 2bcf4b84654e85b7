import { Button, Group, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { current, type Guide } from '../guide.ts'
import { t } from '../messages.ts'
import classes from './devices.module.css'
import type { GuideControl } from './use-guide.ts'
import type { Action } from './use-mapping.ts'

type Props = { control: GuideControl; action: Action | null }

/** Which device has its turn, what is asked of whoever stands at the cabinet, and what else they can do. */
export function GuidePanel({ control, action }: Props) {
  const { guide } = control
  const panel = useRef<HTMLElement>(null)
  const isHere = useRef(false)
  const isGuided = guide !== null
  const isBusy = action !== null
  // A button that was pressed is gone or waits: whoever works by keyboard goes on from here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the buttons change
  useEffect(() => {
    if (isHere.current && document.activeElement === document.body) panel.current?.focus()
  }, [isGuided, isBusy])
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={classes.guide}
      aria-label={t('TitleGuide').text}
      onFocus={() => {
        isHere.current = true
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget) isHere.current = panel.current?.contains(relatedTarget) ?? false
      }}
    >
      {guide ? (
        <Round guide={guide} control={control} action={action} />
      ) : (
        <>
          <Title order={2}>{t('TitleGuide').text}</Title>
          <Text size="sm" c="dimmed">
            {(control.whyNot ?? t('HintGuide')).text}
          </Text>
          <Group>
            <Button disabled={isBusy || control.whyNot !== null} onClick={control.start}>
              {t('ButtonGuide').text}
            </Button>
          </Group>
        </>
      )}
    </section>
  )
}

function Round({ guide, control, action }: Props & { guide: Guide }) {
  const isBusy = action !== null
  const serialNumber = current(guide)
  return (
    <>
      <p className={classes.question} role="status" data-stage={guide.stage}>
        {wordsOf(guide, action)}
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
          <Button onClick={control.stop}>{t('ButtonClose').text}</Button>
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

function wordsOf({ queue, at, stage, mapped }: Guide, action: Action | null): string {
  const count = queue.length
  const place = { number: at + 1, count }
  if (stage === 'done') return t('GuideDone', { mapped, count }).text
  if (action?.kind === 'mapping') return t('GuideMapping', { ...place, name: action.name }).text
  const words = { opening: 'GuideOpening', open: 'GuideWhich', 'not-open': 'GuideNotOpen' } as const
  return t(words[stage], place).text
}
