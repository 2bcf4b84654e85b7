import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { IMAGES, type ThemeValues } from '#features/kiosks/theme.ts'
import { properties } from '#features/properties/contract.ts'
import { PropertyPage } from '#features/properties/portal/shared/PropertyPage.tsx'
import { call } from '#platform/portal/api/call.ts'
import { refreshLater, useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { DraftForm, SubmitButton } from '#platform/portal/form/DraftForm.tsx'
import { useDraft } from '#platform/portal/form/use-draft.ts'
import { usePathParams } from '#platform/portal/navigation/links.tsx'
import { historyOf } from '#platform/portal/record/record-history.ts'
import { useMay, useViewer } from '#platform/portal/session/viewer.tsx'
import { type EditedTheme, ThemeFields, themes } from '../contract.ts'
import { t } from '../messages.ts'
import { ReplaceTheme } from './ReplaceTheme.tsx'
import { TerminalPreview } from './TerminalPreview.tsx'
import { Terminals } from './Terminals.tsx'
import { ThemeInputs } from './ThemeInputs.tsx'
import classes from './theme.module.css'
import { type ImageUrls, useImageUrl } from './use-image-url.ts'

/** The theme of a property's terminals (spec 3 §2 "property.themeedit"). */
export default function ThemeEditor() {
  const { propertyId } = usePathParams('propertyId')
  const { organisation } = useViewer()
  const theme = useCall(themes.get, { params: { organisationId: organisation.id, propertyId } })
  return (
    <PropertyPage
      propertyId={propertyId}
      name={theme.data?.PropertyName ?? '…'}
      contents={{
        theme: (
          <Loaded query={theme} failure={t('MsgThemeLoadFailed').text}>
            {(data) => <ThemeForm key={propertyId} theme={data} />}
          </Loaded>
        ),
      }}
    />
  )
}

/** The button that publishes as well. */
const PUBLISH = 'publish'

function ThemeForm({ theme }: { theme: EditedTheme }) {
  const { PropertyId, OrganisationId, PropertyName: _, Kiosks: __, ...values } = theme
  const draft = useDraft(ThemeFields, values as Parameters<typeof useDraft<typeof ThemeFields>>[1])
  /** The properties that have the pictures that were copied and not saved yet, by hash. */
  const [owners, setOwners] = useState<Readonly<Record<string, string>>>({})
  const ownerOf = (hash: string) => owners[hash] ?? PropertyId
  const { LogoImg, MenuBgImg, ScreensaverImg } = draft.values
  const images: ImageUrls = {
    LogoImg: useImageUrl(LogoImg, ownerOf),
    MenuBgImg: useImageUrl(MenuBgImg, ownerOf),
    ScreensaverImg: useImageUrl(ScreensaverImg, ownerOf),
  }
  const client = useQueryClient()
  const mayPublish = useMay('SetupLockerBank')

  const publish = async (reply: { Message: string }) => {
    try {
      return await call(themes.publish, { params: { propertyId: PropertyId } })
    } catch (error) {
      toast.failure(error, t('MsgThemePublishFailed').text)
      return reply
    }
  }
  return (
    <div className={classes.editor}>
      <DraftForm
        draft={draft}
        onSave={async (values, { idempotencyKey, intent }) => {
          const input = { ...ThemeFields.parse(values), PropertyId, OrganisationId }
          const reply = await call(themes.save, { input, idempotencyKey })
          const done = intent === PUBLISH ? await publish(reply) : reply
          // Pages of locker banks show the theme too.
          void refreshLater(client)
          return done
        }}
        history={historyOf(properties.changes, { propertyId: PropertyId }, 'theme changed')}
        refreshes={[themes.get]}
        failureTitle={t('MsgThemeSaveFailed').text}
        buttons={
          mayPublish && (
            <SubmitButton intent={PUBLISH} variant="default">
              {t('ButtonPublish').text}
            </SubmitButton>
          )
        }
      >
        <ReplaceTheme
          propertyId={PropertyId}
          replace={(next, owner) => {
            if (owner) setOwners({ ...owners, ...Object.fromEntries(IMAGES.map((field) => [next[field], owner])) })
            draft.set(next as Partial<typeof draft.values>)
          }}
        />
        <ThemeInputs draft={draft} images={images} />
      </DraftForm>
      <aside className={classes.side}>
        <TerminalPreview values={draft.values as ThemeValues} images={images} />
        <Terminals theme={theme} />
      </aside>
    </div>
  )
}
