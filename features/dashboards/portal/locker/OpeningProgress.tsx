import { IconAlertTriangle, IconCheck, IconCircle, IconLoader2 } from '@tabler/icons-react'
import { t } from '../../messages.ts'
import classes from '../bank/bank.module.css'
import type { OpeningStage } from './use-openings.ts'

const STEPS = ['requested', 'sent', 'opened'] as const
const TEXTS = { requested: 'OpeningAsking', sent: 'OpeningSent', opened: 'OpeningOpened' } as const

/** The progress of an opening. The last step is done only when the kiosk has detected the open door. */
export function OpeningProgress({ stage }: { stage: OpeningStage | undefined }) {
  // The notice announces the end.
  const isUnderWay = stage === 'requested' || stage === 'sent'
  return (
    <div className={classes.progress}>
      <p role="status" className="visually-hidden">
        {isUnderWay && t(TEXTS[stage]).text}
      </p>
      {stage === 'notDetected' ? (
        <p role="alert">
          <IconAlertTriangle size={16} aria-hidden />
          {t('MsgNotDetected').text}
        </p>
      ) : (
        stage && <Steps stage={stage} />
      )}
    </div>
  )
}

function Steps({ stage }: { stage: (typeof STEPS)[number] }) {
  const at = STEPS.indexOf(stage)
  return (
    <ol>
      {STEPS.map((step, index) => {
        const state = index < at || stage === 'opened' ? 'done' : index === at ? 'now' : 'later'
        const Icon = { done: IconCheck, now: IconLoader2, later: IconCircle }[state]
        return (
          <li key={step} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
            <Icon size={16} aria-hidden />
            {t(TEXTS[step]).text}
          </li>
        )
      })}
    </ol>
  )
}
