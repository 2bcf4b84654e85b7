import type { ReactNode } from 'react'
import { currentLanguage } from '#platform/define-messages.ts'
import { LANGUAGE_NAMES, type Language } from '#platform/language.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { usePathParams } from '#platform/portal/navigation/links.tsx'
import { RecordPage, type RecordTab } from '#platform/portal/record/RecordPage.tsx'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { notificationTemplates, type TemplateRecord } from '../contract.ts'
import { TEMPLATE_LANGUAGES } from '../default-templates.ts'
import { t as screens } from '../screens.ts'
import { mediumById, mediumMessage, noticeTypeById, noticeTypeMessage } from '../types.ts'

export type TemplateParams = { organisationId: string; typeId: string; mediumId: string }
type Content = (params: TemplateParams, template: TemplateRecord) => ReactNode

/** The languages of templates, the viewer's first. */
const languages = () => TEMPLATE_LANGUAGES.toSorted((a, b) => Number(b === currentLanguage()) - Number(a === currentLanguage()))

/** A template of the address, with a tab for each language. What was typed in one language stays while another one is open. */
export function TemplatePage({ hasInput = false, children }: { hasInput?: boolean; children: Content }) {
  const { notificationtemplateId: typeId, typeId: mediumId } = usePathParams('notificationtemplateId', 'typeId')
  const type = noticeTypeById(Number(typeId))
  const medium = mediumById(Number(mediumId))
  const tabs = languages().map((language) => ({
    name: language,
    label: LANGUAGE_NAMES[language],
    content: (
      <TemplateOf key={`${typeId} ${mediumId}`} language={language} typeId={typeId} mediumId={mediumId}>
        {children}
      </TemplateOf>
    ),
    hasInput,
  }))
  return (
    <RecordPage
      list={{ title: screens('ScreenTemplates').text, path: '/notificationtemplate/list' }}
      name={[type && noticeTypeMessage(type).text, medium && mediumMessage(medium).text].filter(Boolean).join(' · ')}
      tabs={tabs as unknown as [RecordTab, ...RecordTab[]]}
    />
  )
}

type Of = { language: Language; typeId: string; mediumId: string; children: Content }
function TemplateOf({ language, typeId, mediumId, children }: Of) {
  const { organisation } = useViewer()
  const params = { organisationId: organisation.id, typeId, mediumId }
  const query = useCall(notificationTemplates.get, { params, query: { Language: language } })
  return <Loaded query={query}>{(template) => children(params, template)}</Loaded>
}
