import { Group } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { BuildingPicker } from '#features/buildings/portal/shared/BuildingPicker.tsx'
import { MailroomPicker } from '#features/mailrooms/portal/shared/MailroomPicker.tsx'
import { packageEntity } from '#features/package-statuses/screens.ts'
import { PropertyPicker } from '#features/properties/portal/shared/PropertyPicker.tsx'
import { t as label } from '#platform/labels.ts'
import { call } from '#platform/portal/api/call.ts'
import { DraftForm, FormSection } from '#platform/portal/form/DraftForm.tsx'
import { useDraft } from '#platform/portal/form/use-draft.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { PackageDraft, packageForm } from '../../editing-contract.ts'
import { t as tForm } from '../../form-messages.ts'
import { valuesOfResident } from './package-changes.ts'
import { arriving, type PackageValues, READINGS, saveAskingOfDuplicate } from './package-values.ts'
import { RecipientFields } from './RecipientFields.tsx'
import { LabelSection, TimesSection } from './sections.tsx'
import { useNewExpiry } from './use-new-expiry.ts'

/** Books a package into a mailroom (spec 2 §2 package.new). `known`: values that are typed already. */
export function NewPackageForm({ known }: { known: Partial<PackageValues> | undefined }) {
  const [initial] = useState(arriving)
  const draft = useDraft(PackageDraft, initial)
  const take = useEffectEvent(draft.set)
  useEffect(() => {
    if (known) take(known)
  }, [known])
  const { property, organisation } = useViewer()
  const [propertyId, setPropertyId] = useState(property?.id ?? '')
  const [timeZone, setTimeZone] = useState(organisation.timeZone)
  const { DropOffTime, BuildingId, ResidentId } = draft.values
  const renewExpiry = useNewExpiry(draft, setTimeZone)
  return (
    <DraftForm
      draft={draft}
      creates={{ entity: packageEntity }}
      onSave={async (values, { newId }) => {
        const reply = await saveAskingOfDuplicate(values, (input) =>
          call(packageForm.create, { params: { packageId: newId }, input }),
        )
        draft.form.setInitialValues({ ...arriving(), BuildingId: values.BuildingId, MailRoomId: values.MailRoomId ?? null })
        return reply
      }}
      refreshes={READINGS}
      failureTitle={tForm('MsgPackageSaveFailed').text}
    >
      <FormSection title={label('LabelRecipient').text}>
        <RecipientFields
          draft={draft}
          isOpen
          onChoose={(resident) => {
            setPropertyId(resident.PropertyId)
            draft.set(valuesOfResident(resident, BuildingId))
            void renewExpiry({ buildingId: resident.BuildingId, residentId: resident.Id, at: DropOffTime })
          }}
        />
        {!ResidentId && (
          <Group grow align="flex-start">
            <PropertyPicker
              label={label('LabelProperty').text}
              value={propertyId || null}
              onChange={(id) => {
                setPropertyId(id ?? '')
                draft.set({ BuildingId: '', MailRoomId: null })
              }}
            />
            <BuildingPicker
              {...draft.field('BuildingId', label('LabelBuilding').text)}
              propertyId={propertyId}
              value={BuildingId || null}
              onChange={(id) => {
                draft.set({ BuildingId: id ?? '', MailRoomId: null })
                if (id) void renewExpiry({ buildingId: id, residentId: null, at: DropOffTime })
              }}
            />
          </Group>
        )}
        <MailroomPicker
          {...draft.field('MailRoomId', label('LabelMailroom').text)}
          required
          buildingId={BuildingId}
          value={draft.values.MailRoomId ?? null}
          onChange={(id) => draft.set({ MailRoomId: id })}
        />
      </FormSection>
      <LabelSection draft={draft} />
      <TimesSection
        draft={draft}
        timeZone={timeZone}
        dropOff={{
          onChange: (at) => {
            draft.set({ DropOffTime: at })
            if (at && BuildingId) void renewExpiry({ buildingId: BuildingId, residentId: ResidentId ?? null, at })
          },
        }}
        expiry={{ required: true }}
      />
    </DraftForm>
  )
}
