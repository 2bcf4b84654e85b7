import { Button, Group, Text, Title } from '@mantine/core'
import { current, type Guide } from '../guide.ts'
import { say } from '../messages.ts'
import classes from './devices.module.css'
import type { GuideControl } from './use-guide.ts'
import type { Action } from './use-mapping.ts'

/** Which device has its turn, what is asked of whoever stands at the cabinet, and what else they can do. */
export function GuidePanel({ control, action }: { control: GuideControl; action: Action | null }) {
  const { guide } = control
  if (!guide) return <Invitation control={control} isBusy={action !== null} />
  const isBusy = action !== null
  const serialNumber = current(guide)
  return (
    <section className={classes.guide} aria-label={say('TitleGuide').text}>
      <p className={classes.question} role="status" data-stage={guide.stage}>
        {wordsOf(guide, action)}
      </p>
      {serialNumber && (
        <Text size="sm" c="dimmed">
          <span translate="no">{serialNumber}</span> · {say(guide.stage === 'not-open' ? 'GuideHintNone' : 'GuideHintWhich').text}
        </Text>
      )}
      <progress className={classes.progress} max={guide.queue.length} value={guide.at} aria-label={say('TitleGuide').text} />
      {guide.stage === 'done' ? (
        <Group gap="sm">
          <Button onClick={control.stop}>{say('ButtonClose').text}</Button>
        </Group>
      ) : (
        <Group gap="sm">
          <Button variant="default" disabled={isBusy} onClick={control.openAgain}>
            {say('ButtonOpenAgain').text}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={control.skip}>
            {say('ButtonSkip').text}
          </Button>
          <Button variant="subtle" disabled={isBusy} onClick={control.stop}>
            {say('ButtonStop').text}
          </Button>
        </Group>
      )}
    </section>
  )
}

function Invitation({ control, isBusy }: { control: GuideControl; isBusy: boolean }) {
  return (
    <section className={classes.guide} aria-label={say('TitleGuide').text}>
      <Title order={2}>{say('TitleGuide').text}</Title>
      <Text size="sm" c="dimmed">
        {say('HintGuide').text}
      </Text>
      <Group>
        <Button disabled={isBusy} onClick={control.start}>
          {say('ButtonGuide').text}
        </Button>
      </Group>
    </section>
  )
}

function wordsOf({ queue, at, stage, mapped }: Guide, action: Action | null): string {
  const count = queue.length
  const place = { number: at + 1, count }
  if (stage === 'done') return say('GuideDone', { mapped, count, skipped: count - mapped }).text
  if (action?.kind === 'mapping') return say('GuideMapping', { ...place, name: action.name }).text
  const words = { opening: 'GuideOpening', open: 'GuideWhich', 'not-open': 'GuideNotOpen' } as const
  return say(words[stage], place).text
}
