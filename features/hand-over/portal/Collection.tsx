import '@mantine/core/styles/Radio.css'
import { Button, Group, Radio, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { packages } from '#features/packages/contract.ts'
import { newId } from '#platform/ids.ts'
import { useChange } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { t as tPortal } from '#platform/portal/messages.ts'
import { handOver, type PROOF_SETTINGS, type WaitingRecipient } from '../contract.ts'
import { t } from '../messages.ts'
import { atOnce, readyIds } from '../rules.ts'
import classes from './hand-over.module.css'
import { NO_PROOF, ProofInput } from './ProofInput.tsx'

type Props = {
  recipient: WaitingRecipient
  proof: (typeof PROOF_SETTINGS)[number]
  /** The selected packages of this recipient. */
  chosen: string[]
  onSelect: (packageIds: readonly string[]) => void
  /** A signature or a photo was taken, or removed. */
  onProof: (hasProof: boolean) => void
  onFailed: () => void
  onDone: () => void
}

/** Values of the choice who collects, beside ids of delegates. */
const RECIPIENT = 'recipient'
const OTHER = 'other'

/** Who collects the selected packages, the proof, and the hand-over. */
export function Collection({ recipient, proof: setting, chosen, onSelect, onProof, onFailed, onDone }: Props) {
  const { Name, Delegates, DelegateId } = recipient
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
    <div className={classes.collection}>
      <SelectAll ready={readyIds(recipient)} chosen={chosen} onSelect={onSelect} />
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
  )
}

type SelectAllProps = {
  ready: readonly string[]
  chosen: readonly string[]
  onSelect: (packageIds: readonly string[]) => void
}

/** How many of several packages are selected, and the selection of all. */
function SelectAll({ ready, chosen, onSelect }: SelectAllProps) {
  const all = atOnce(ready)
  const hasAll = chosen.length >= all.length
  if (ready.length <= 1) return null
  return (
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
  )
}
