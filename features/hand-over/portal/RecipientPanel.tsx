import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Radio.css'
import { Button, Checkbox, Group, Radio, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { packages } from '#features/packages/contract.ts'
import { PackageStatusBadge } from '#features/packages/portal/shared/PackageStatusBadge.tsx'
import { newId } from '#platform/ids.ts'
import { useChange } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { t as tPortal } from '#platform/portal/messages.ts'
import { RecordLink } from '#platform/portal/record/RecordLink.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import { handOver, type PROOF_SETTINGS, type WaitingRecipient } from '../contract.ts'
import { t } from '../messages.ts'
import { atOnce, readyIds } from '../rules.ts'
import classes from './hand-over.module.css'
import { NO_PROOF, ProofInput } from './ProofInput.tsx'

type Props = {
  recipient: WaitingRecipient
  proof: (typeof PROOF_SETTINGS)[number]
  timeZone: string
  /** The only one that is shown: ready to be handed over. */
  isOpen: boolean
  /** How they were found, where that is not clear; '' for nothing. */
  hint: string
  /** The selected packages, of this recipient or others. */
  selected: readonly string[]
  onSelect: (packageIds: readonly string[]) => void
  onChoose: () => void
  /** A signature or a photo was taken, or removed. */
  onProof: (hasProof: boolean) => void
  onFailed: () => void
  onDone: () => void
}

/** Values of the choice who collects, beside ids of delegates. */
const RECIPIENT = 'recipient'
const OTHER = 'other'

/** The packages of one person, who collects them, and the proof. */
export function RecipientPanel({ recipient, proof: setting, timeZone, isOpen, hint, selected, ...on }: Props) {
  const { onSelect, onChoose, onProof, onFailed, onDone } = on
  const { Name, UnitNumber, BuildingName, Delegates, DelegateId, Packages } = recipient
  const ready = readyIds(recipient)
  const chosen = ready.filter((id) => selected.includes(id))
  const all = atOnce(ready)
  const hasAll = chosen.length >= all.length
  const [who, setWho] = useState(DelegateId ?? RECIPIENT)
  const [otherName, setOtherName] = useState('')
  const [proof, setProof] = useState(NO_PROOF)
  const [id] = useState(newId)
  const [error, setError] = useState<{ field: 'name' | 'proof'; text: string } | null>(null)
  const save = useChange(handOver.save, {
    refreshes: [packages.page, packages.get, packages.history],
    title: t('MsgHandOverFailed').text,
    onRefused: onFailed,
    onDone: ({ Message }) => {
      toast.success(Message)
      onDone()
    },
  })
  const submit = () => {
    if (who === OTHER && !otherName.trim()) return setError({ field: 'name', text: t('MsgNameNeeded').text })
    if (setting === 'required' && !proof.Image) return setError({ field: 'proof', text: t('MsgProofNeeded').text })
    setError(null)
    save.mutate({
      input: {
        Id: id,
        PackageIds: chosen,
        DelegateId: who === RECIPIENT || who === OTHER ? null : who,
        CollectedBy: who === OTHER ? otherName : '',
        Proof: proof.Image ? proof : null,
      },
    })
  }
  return (
    <section className={classes.recipient} aria-label={Name}>
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2} size="h3">
            <RecordLink kind="resident" id={recipient.ResidentId}>
              {Name}
            </RecordLink>
          </Title>
          <Text c="dimmed">{[UnitNumber, BuildingName].filter(Boolean).join(' · ')}</Text>
          {hint && <Text size="sm">{hint}</Text>}
        </div>
        {!isOpen && ready.length > 0 && (
          <Button variant="default" onClick={onChoose}>
            {t('ButtonChoose', { name: Name }).text}
          </Button>
        )}
      </Group>
      {Packages.length === 0 ? (
        <Text>{t('NothingWaits').text}</Text>
      ) : (
        <Checkbox.Group
          value={chosen}
          onChange={onSelect}
          label={t('TitleWaiting').text}
          labelProps={{ className: 'visually-hidden' }}
          readOnly={!isOpen}
          className={classes.packages}
        >
          <Stack gap={8}>
            {Packages.map((one) => (
              <Checkbox
                key={one.PackageId}
                value={one.PackageId}
                disabled={!one.IsReady || !isOpen}
                label={
                  <Group gap="8px 16px">
                    <strong>{one.PackageNumber}</strong>
                    <span>{[one.CourierName, one.TrackingNumber].filter(Boolean).join(' ')}</span>
                    <span>{one.MailRoomName}</span>
                    <When at={one.DropOffTime} timeZone={timeZone} />
                    <PackageStatusBadge status={one.Status} groupId={one.StatusGroupId} />
                  </Group>
                }
                description={one.IsReady ? undefined : t('HintNotReady', { status: one.Status }).text}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {isOpen && ready.length > 0 && (
        <div className={classes.collection}>
          {ready.length > 1 && (
            <Group>
              <Text size="sm" role="status">
                {t('HintSelected', { count: chosen.length, total: ready.length }).text}
              </Text>
              <Button
                variant="default"
                size="compact-sm"
                // It keeps the focus.
                aria-disabled={hasAll}
                data-disabled={hasAll || undefined}
                onClick={() => !hasAll && onSelect(all)}
              >
                {t('ButtonSelectAll', { total: all.length }).text}
              </Button>
            </Group>
          )}
          <Radio.Group label={t('LabelWhoCollects').text} value={who} onChange={setWho}>
            <Group mt={4} gap="8px 24px">
              <Radio value={RECIPIENT} label={t('WhoRecipient', { name: Name }).text} />
              {Delegates.map((one) => (
                <Radio key={one.Id} value={one.Id} label={t('WhoDelegate', { name: one.Name }).text} />
              ))}
              <Radio value={OTHER} label={t('WhoOther').text} />
            </Group>
          </Radio.Group>
          {who === OTHER && (
            <TextInput
              label={t('LabelOtherName').text}
              required
              maw={400}
              value={otherName}
              error={error?.field === 'name' && error.text}
              onChange={(event) => {
                setOtherName(event.currentTarget.value)
                setError(null)
              }}
            />
          )}
          {setting !== 'off' && (
            <ProofInput
              isRequired={setting === 'required'}
              value={proof}
              onChange={(proof, hasAny) => {
                setProof(proof)
                onProof(hasAny)
                setError(null)
              }}
              error={error?.field === 'proof' ? error.text : undefined}
            />
          )}
          <Group>
            <Button onClick={submit} disabled={chosen.length === 0} loading={save.isPending}>
              {t(chosen.length === 1 ? 'ButtonHandOverOne' : 'ButtonHandOver', { count: chosen.length }).text}
            </Button>
            <Button variant="subtle" onClick={onDone}>
              {tPortal('WordCancel').text}
            </Button>
          </Group>
        </div>
      )}
    </section>
  )
}
