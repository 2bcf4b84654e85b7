import { Button, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { t as tGeneral } from '#features/general-settings/messages.ts'
import { GENERAL_PATH, t as screens } from '#features/general-settings/screens.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { usePathParams } from '#platform/portal/navigation/links.tsx'
import { RecordPage } from '#platform/portal/record/RecordPage.tsx'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { settings } from '../contract.ts'
import { t } from '../messages.ts'
import classes from './poster.module.css'

/** A page to print and hang up: the QR code of a form of self-registration. */
export default function Poster() {
  const { organisation } = useViewer()
  const { kind } = usePathParams('kind')
  const loaded = useCall(settings.get, { params: { organisationId: organisation.id } })
  const isAgent = kind === 'agent'
  const print = (
    <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
      {t('ButtonPrint').text}
    </Button>
  )
  const poster = (
    <Loaded query={loaded}>
      {({ RegistrationLinks }) => {
        const { Address, QrCode } = RegistrationLinks[isAgent ? 'Agent' : 'Resident']
        return (
          <div className={classes.poster} data-sheet>
            <p className={classes.organisation}>{organisation.name}</p>
            <Title order={2}>{t(isAgent ? 'PosterAgentTitle' : 'PosterResidentTitle').text}</Title>
            <p>{t(isAgent ? 'PosterAgentText' : 'PosterResidentText').text}</p>
            <img src={QrCode} alt={t('PosterQr', { address: Address }).text} className={classes.qr} />
            <p>{t('PosterTypeIn').text}</p>
            <p className={classes.address}>{Address}</p>
          </div>
        )
      }}
    </Loaded>
  )
  return (
    <RecordPage
      list={{ title: screens('ScreenGeneralSettings').text, path: GENERAL_PATH }}
      name={tGeneral(isAgent ? 'LabelAgentLink' : 'LabelResidentLink').text}
      actions={print}
      tabs={[{ name: 'poster', label: screens('ScreenPoster').text, content: poster }]}
    />
  )
}
