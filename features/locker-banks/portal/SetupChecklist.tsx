import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { numberText } from '#platform/define-messages.ts'
import { pathTo, ScreenLink } from '#platform/portal/navigation/links.tsx'
import { useMay } from '#platform/portal/session/viewer.tsx'
import type { LockerBank } from '../contract.ts'
import { t } from '../messages.ts'
import { isOnline } from '../rules.ts'
import classes from './locker-bank.module.css'

/**
 * What is missing until a locker bank is ONLINE, each with the tab where it is done. Afterwards only the lockers without a device, if
 * any.
 */
export function SetupChecklist({ bank }: { bank: LockerBank }) {
  const maySetUp = useMay('SetupLockerBank')
  const params = { lockerBankId: bank.Id }
  const access = `${pathTo('/lockerbank/{lockerBankId}/editView', params)}?tab=access`
  const layout = maySetUp ? pathTo('/lockerbank/{lockerBankId}/layout', params) : null
  const devices = maySetUp ? pathTo('/lockerbank/{lockerBankId}/maplockertodevice', params) : null
  const unmapped = bank.Lockers - bank.MappedLockers
  if (isOnline(bank.Status)) return unmapped > 0 && <Unmapped count={unmapped} to={devices} />
  const mapped = { mapped: bank.MappedLockers, count: bank.Lockers }
  const steps = [
    { done: bank.Lockers > 0, text: t('StepLayout').text, to: layout },
    { done: bank.Lockers > 0 && unmapped === 0, text: t('StepDevices', mapped).text, to: devices },
    { done: bank.ApiToken !== '', text: t('StepKey').text, to: access },
    { done: bank.PublishedVersion > 0, text: t('StepPublish').text, to: access },
    { done: false, text: t('StepOnline').text, to: access },
  ]
  return (
    <ol className={classes.steps} aria-label={t('TitleSteps').text}>
      {steps.map(({ done, text, to }) => (
        <li key={text} data-done={done || undefined}>
          {done ? (
            <IconCircleCheck size={20} aria-label={t('WordDone').text} />
          ) : (
            <IconCircleDashed size={20} aria-label={t('WordOpen').text} />
          )}
          {to && !done ? <ScreenLink to={to}>{text}</ScreenLink> : text}
        </li>
      ))}
    </ol>
  )
}

function Unmapped({ count, to }: { count: number; to: string | null }) {
  const text = count === 1 ? t('StepUnmappedOne').text : t('StepUnmappedMany', { count: numberText(count) }).text
  return (
    <p className={classes.unmapped}>
      <IconAlertTriangle size={20} aria-hidden />
      {to ? <ScreenLink to={to}>{text}</ScreenLink> : text}
    </p>
  )
}
