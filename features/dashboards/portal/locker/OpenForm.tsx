import { t as tMailrooms } from '#features/mailrooms/messages.ts'
import { t as label } from '#platform/labels.ts'
import '@mantine/core/styles/Radio.css'
import { Button, Radio, Select, Stack, Text } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { t as tKiosk } from '#features/kiosks/messages.ts'
import { whyNotOpen } from '#features/locker-banks/rules.ts'
import { useBrake } from '#features/openings/portal/shared/use-brake.ts'
import type { PackageInLocker } from '#features/packages/contract.ts'
import { t as tPackages } from '#features/packages/messages.ts'
import type { Message } from '#platform/define-messages.ts'
import { useIsConnectionLost } from '#platform/portal/api/connection.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { type CabinetLocker, dashboards, type LockerChoices, type SummaryRow } from '../../contract.ts'
import { t } from '../../messages.ts'
import { isOpenable } from './LockerNotice.tsx'
import { OpeningPause, usePauseSeconds } from './OpeningPause.tsx'
import { OpeningProgress } from './OpeningProgress.tsx'
import { PackageFacts } from './PackageFacts.tsx'
import { type Openings, showOffline } from './use-openings.ts'

type Props = { bank: SummaryRow; locker: CabinetLocker; packages: readonly PackageInLocker[]; openings: Openings }

/** The locker's packages, the status to give one of them, and the button that opens the door. */
export function OpenForm(props: Props) {
  const { bank, locker } = props
  const choices = useCall(dashboards.choices, { params: { lockerBankId: bank.LockerBankId, locker: locker.Id } })
  return (
    <Loaded query={choices} failure={t('MsgMailroomsFailed').text}>
      {(offered) => <Form {...props} offered={offered} />}
    </Loaded>
  )
}

function Form({ bank, locker, packages, openings, offered }: Props & { offered: LockerChoices }) {
  const [packageId, setPackageId] = useState<string | null>(null)
  const [statusId, setStatusId] = useState<number | null>(null)
  /** The mailroom chosen for a package and a status. */
  const [picked, setPicked] = useState<{ packageId: string | undefined; statusId: number | null; id: string | null }>()
  const [noMailroom, setNoMailroom] = useState<string | null>(null)
  const brake = useBrake()
  const mailroom = useRef<HTMLInputElement>(null)
  const isConnectionLost = useIsConnectionLost()

  // The chosen package may have left, or its choices changed, since.
  const pkg = packages.find(({ Id }) => Id === packageId) ?? packages[0]
  const choices = offered.Packages.find(({ PackageId }) => PackageId === pkg?.Id)?.Choices ?? offered.Empty
  const choice = choices.find((one) => one.StatusId === statusId) ?? choices[0]!
  // A mailroom is preselected only where one is required: with one, a package that was found leaves its locker.
  const preset = choice.Mailroom === 'required' ? offered.Mailrooms.find(({ Id }) => Id === bank.MailroomId)?.Id : undefined
  const isPicked = picked && picked.packageId === pkg?.Id && picked.statusId === choice.StatusId
  const mailroomId = (isPicked ? picked.id : preset) ?? null
  const stage = openings.stages[locker.Id]
  // For other lockers the notice above gives the reason.
  const mayOpen = isOpenable(locker)
  const pauseSeconds = usePauseSeconds(openings.pause)
  const isUnderWay = stage === 'requested' || stage === 'sent'

  const submit = (event: FormEvent) => {
    event.preventDefault()
    openings.clearFailure(locker.Id)
    const whyNot = whyNotOpen({
      status: bank.Status,
      isMapped: mayOpen,
      needsMailroom: choice.Mailroom === 'required',
      mailroomId,
    })
    const isOfMailroom = whyNot?.code === tMailrooms('MsgMailroomNotSelected').code
    setNoMailroom(isOfMailroom ? whyNot.text : null)
    if (isOfMailroom) mailroom.current?.focus()
    if (whyNot) return openings.failed(locker.Id, showWhyNot(whyNot, locker.LockerName))
    const change = {
      Status: choice.StatusId,
      PackageId: pkg?.Id ?? null,
      MailroomId: choice.Mailroom === 'no' ? null : mailroomId,
    }
    void openings.open({ id: locker.Id, name: locker.LockerName }, choice.StatusId === null ? {} : change)
    setStatusId(null)
    setPicked(undefined)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap={16}>
        {pkg ? (
          <WhichPackage packages={packages} chosen={pkg} choose={setPackageId} timeZone={bank.PropertyTimezoneId} />
        ) : (
          <Text c="dimmed">{t('LockerEmpty').text}</Text>
        )}
        {mayOpen && choices.length > 1 && (
          <Radio.Group
            label={label('LabelAction').text}
            value={String(choice.StatusId)}
            onChange={(value) => setStatusId(value === 'null' ? null : Number(value))}
          >
            <Stack gap={8} mt={4}>
              {choices.map(({ Label, StatusId }) => (
                <Radio key={Label} value={String(StatusId)} label={Label} disabled={isUnderWay} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {mayOpen && choice.Mailroom !== 'no' && (
          <Select
            label={label('LabelMailroom').text}
            {...(choice.Mailroom === 'required'
              ? { placeholder: t('ChooseMailroom').text, withAsterisk: true }
              : { placeholder: tPackages('StaysInLocker').text, description: tPackages('HelpOptionalMailroom').text })}
            clearable
            data={offered.Mailrooms.map(({ Id, Name }) => ({ value: Id, label: Name }))}
            ref={mailroom}
            openOnFocus={false}
            value={mailroomId}
            error={noMailroom}
            onChange={(id) => {
              setPicked({ packageId: pkg?.Id, statusId: choice.StatusId, id })
              setNoMailroom(null)
            }}
          />
        )}
        {openings.pause && pauseSeconds > 0 && <OpeningPause pause={openings.pause} seconds={pauseSeconds} />}
        {mayOpen && (
          <Button type="submit" loading={isUnderWay} disabled={isConnectionLost || brake.data?.IsStopped || pauseSeconds > 0}>
            {t('OpenLocker', { name: locker.LockerName }).text}
          </Button>
        )}
        <OpeningProgress stage={stage} />
      </Stack>
    </form>
  )
}

/** Shows why the locker cannot be opened (spec 1 §4, §5, §8); returns the function that closes the notice. */
function showWhyNot(whyNot: Message, name: string): () => void {
  if (whyNot.code !== tKiosk('MsgLockerBankOffline').code) return toast.error(whyNot.text)
  void showOffline(name)
  return () => {}
}

type WhichProps = {
  packages: readonly PackageInLocker[]
  chosen: PackageInLocker
  choose: (id: string) => void
  timeZone: string
}

/** Shows the package, or lets the user choose one of several, because an action is about one package. */
function WhichPackage({ packages, chosen, choose, timeZone }: WhichProps) {
  if (packages.length === 1) return <PackageFacts pkg={chosen} timeZone={timeZone} />
  return (
    <>
      <Radio.Group label={t('PackagesInLocker', { count: packages.length }).text} value={chosen.Id} onChange={choose}>
        <Stack gap={8} mt={4}>
          {packages.map((one) => (
            <Radio key={one.Id} value={one.Id} label={one.TrackingNumber || one.PackageNumber} description={one.StatusName} />
          ))}
        </Stack>
      </Radio.Group>
      <PackageFacts pkg={chosen} timeZone={timeZone} />
    </>
  )
}
