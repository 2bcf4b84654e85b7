import '@mantine/core/styles/Badge.css'
import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { QuickResident } from '#features/recipients/contract.ts'
import { ResidentSearch } from '#features/recipients/portal/shared/ResidentSearch.tsx'
import { listText } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import { PhoneInput } from '#platform/portal/form/PhoneInput.tsx'
import type { Draft } from '#platform/portal/form/use-draft.ts'
import { useMay, useViewer } from '#platform/portal/session/viewer.tsx'
import type { PackageDraft } from '../../editing-contract.ts'
import { t } from '../../form-messages.ts'

type Props = {
  draft: Draft<typeof PackageDraft>
  /** Whether another recipient may be chosen, or typed. */
  isOpen: boolean
  /** Without residents to choose from. */
  isOnlyTyped?: boolean
  /** Only residents of this property; any for a new package. */
  propertyId?: string | undefined
  onChoose: (resident: QuickResident) => void
}

/** Recipient of a package: a resident, found as one types, or the typed name and unit of somebody else. */
export function RecipientFields({ draft, isOpen, isOnlyTyped = false, propertyId, onChoose }: Props) {
  const maySearch = useMay('ViewResident', 'AddPackage', 'EditPackage')
  const { culture } = useViewer().organisation
  const isResident = Boolean(draft.values.ResidentId)
  const isTyped = !isResident && isOpen
  draft.describe('ResidentId', label('LabelRecipient').text, (id: string | null) =>
    id === draft.values.ResidentId ? (draft.values.Name ?? '') : '',
  )
  return (
    <>
      {isOpen && !isOnlyTyped && maySearch && (
        <ResidentSearch
          label={t('LabelSearchRecipient').text}
          description={t('HelpSearchRecipient').text}
          nothing={t(isTyped ? 'HintNoResident' : 'HintNobody').text}
          propertyId={propertyId}
          marks={(resident) => <ResidentMarks resident={resident} />}
          onChoose={onChoose}
        />
      )}
      <Group grow align="flex-start">
        <TextInput
          {...draft.field('Name', label('LabelName').text)}
          description={isResident && t('HelpFromResident').text}
          required={isTyped}
          readOnly={!isTyped}
        />
        <TextInput {...draft.field('UnitNumber', label('LabelUnitNumber').text)} required={isTyped} readOnly={!isTyped} />
      </Group>
      {isTyped && (
        <Group grow align="flex-start">
          <TextInput {...draft.field('EmailId', label('LabelEmail').text)} type="email" />
          <PhoneInput {...draft.field('MobilePhone', label('LabelMobilePhone').text)} culture={culture} />
        </Group>
      )}
      {isOpen && isResident && !propertyId && (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => draft.set({ ResidentId: null, Name: '', UnitNumber: '' })}
        >
          {t('ButtonNotAResident').text}
        </Button>
      )}
    </>
  )
}

/** What a clerk should know of a resident before a parcel is booked. */
export function ResidentMarks({ resident }: { resident: QuickResident }) {
  return (
    <Stack gap={2}>
      <Group gap={4}>
        {resident.IsOutofTown && (
          <Badge variant="light" color="yellow" tt="none">
            {t('WordOutOfTown').text}
          </Badge>
        )}
        {resident.IsDisabled && (
          <Badge variant="light" tt="none">
            {t('WordSpecialNeeds').text}
          </Badge>
        )}
        {!resident.HasNotices && (
          <Badge variant="light" color="yellow" tt="none">
            {t('WordNoNotices').text}
          </Badge>
        )}
      </Group>
      {resident.Delegates.length > 0 && <Text size="xs">{t('HintDelegates', { names: listText(resident.Delegates) }).text}</Text>}
    </Stack>
  )
}
