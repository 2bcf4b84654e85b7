import '@mantine/core/styles/Checkbox.css'
import { Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core'
import { PackageStatusBadge } from '#features/packages/portal/shared/PackageStatusBadge.tsx'
import { RecordLink } from '#platform/portal/record/RecordLink.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import type { PROOF_SETTINGS, WaitingRecipient } from '../contract.ts'
import { t } from '../messages.ts'
import { readyIds } from '../rules.ts'
import { Collection } from './Collection.tsx'
import classes from './hand-over.module.css'

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

/** The packages of one person, who collects them, and the proof. */
export function RecipientPanel({ recipient, proof, timeZone, isOpen, hint, selected, onChoose, ...on }: Props) {
  const { Name, UnitNumber, BuildingName, Packages } = recipient
  const ready = readyIds(recipient)
  const chosen = ready.filter((id) => selected.includes(id))
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
          onChange={on.onSelect}
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
      {isOpen && ready.length > 0 && <Collection recipient={recipient} proof={proof} chosen={chosen} {...on} />}
    </section>
  )
}
