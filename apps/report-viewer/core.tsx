import { createRoot } from 'react-dom/client'
import type { ParameterValues } from '#features/reports/contract.ts'
import { httpClient, type ServiceConfig, serviceAddress } from '#features/reports/portal/viewer/client/http-client.ts'
import { createController } from '#features/reports/portal/viewer/controller.ts'
import type { Settings } from '#features/reports/portal/viewer/state/store.ts'
import { ReportViewer } from '#features/reports/portal/viewer/surface/ReportViewer.tsx'
import viewerStyles from '#features/reports/portal/viewer/surface/viewer.module.css?inline'
import { loadTemplate } from '#features/reports/portal/viewer/template/load-template.ts'
import { t } from '#features/reports/viewer-messages.ts'
import { setLanguage } from '#platform/define-messages.ts'
import { DEFAULT_LANGUAGE, type Language } from '#platform/language.ts'
import { sessionStore } from '#platform/portal/session/storage.ts'
import pageStyles from './embed.css?inline'

/** The options of a viewer in another page; docs/report-viewer.md describes them. */
export type Options = ServiceConfig & {
  readonly report?: string
  readonly parameters?: ParameterValues
  readonly language?: string
  readonly settings?: Settings
  /** Keeps the place in the session of the browser's tab, under this name. */
  readonly persistAs?: string
  /** The address of another layout than the service's, of an origin that the service lists. */
  readonly templateUrl?: string
  readonly onCustomAction?: Parameters<typeof createController>[0]['onCustomAction']
}

/** Shows a report viewer in an element. A wrong configuration is shown there, and thrown. */
export async function create(element: HTMLElement, options: Options | undefined, language: Language) {
  const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
  const styles = document.createElement('style')
  styles.textContent = pageStyles + viewerStyles
  const place = document.createElement('div')
  place.className = 'place'
  shadow.replaceChildren(styles, place)
  try {
    const serviceClient = httpClient(options, language)
    if (language !== DEFAULT_LANGUAGE) await loadTexts(serviceAddress(options), language)
    const { report, parameters = {}, settings = {}, persistAs, templateUrl, onCustomAction } = options!
    const template = await loadTemplate({
      service: serviceAddress(options),
      address: templateUrl,
      readOrigins: serviceClient.getTemplateOrigins,
    })
    const controller = createController({
      serviceClient,
      settings,
      ...(persistAs && { storage: storageOf(persistAs) }),
      ...(onCustomAction && { onCustomAction }),
    })
    const root = createRoot(place)
    root.render(<ReportViewer controller={controller} template={template} />)
    if (report) void controller.open({ report, parameterValues: parameters })
    let isDisposed = false
    const dispose = async () => {
      isDisposed = true
      root.unmount()
      shadow.replaceChildren()
      await controller.dispose({ keepsClient: persistAs !== undefined })
    }
    return { ...unless(() => isDisposed, controller), dispose }
  } catch (error) {
    place.textContent = (error as Error).message
    place.setAttribute('role', 'alert')
    throw error
  }
}

/** The commands of a controller, which throw once it has ended. */
function unless<Commands extends object>(isEnded: () => boolean, commands: Commands): Commands {
  const guarded = Object.entries(commands).map(([name, command]) => [
    name,
    (...given: unknown[]) => {
      if (isEnded()) throw new Error(t('ErrorNoController').text)
      return (command as (...args: unknown[]) => unknown)(...given)
    },
  ])
  return Object.fromEntries(guarded) as Commands
}

/** The texts in a language; without them the viewer is in English. */
async function loadTexts(service: string, language: Language) {
  const address = `${service.replace(/\/reports$/, '')}/resources/${language}?Files=ReportViewer,Pages`
  const reply = await fetch(address).catch(() => null)
  if (reply?.ok) setLanguage(language, await reply.json())
}

const storageOf = (name: string) => ({
  read: () => sessionStore.readJson(name),
  write: (saved: unknown) => sessionStore.writeJson(name, saved),
})
