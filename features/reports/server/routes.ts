import { textIn } from '#features/resources/server/api.ts'
import { acceptedLanguage } from '#platform/language.ts'
import { badInput, Refusal } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import { CLIENT_SECONDS, reports } from '../contract.ts'
import { t } from '../messages.ts'
import { FILE_FORMATS, type ReportName, reportByName } from '../reports.ts'
import { VIEWER_TEMPLATE } from '../viewer-template.ts'
import { addClient, addInstance, deleteClient, deleteInstance, useClient } from './clients.ts'
import { DEFINITIONS } from './definitions/all.ts'
import { contentRoutes, type DocumentDeps, documentRoutes } from './document-routes.ts'
import { readParameters, resolvedValues, searchOf } from './engine/values.ts'

export type ReportsDeps = DocumentDeps & {
  /** Origins of pages that may show the viewer. */
  readonly viewerOrigins?: readonly string[] | undefined
}

function reportOf(name: string | null | undefined): ReportName {
  if (!name) throw badInput(t('MsgNoReportName'), 'Report')
  const report = reportByName(name)
  if (!report) throw new Refusal(404, t('MsgNoSuchReport', { name }))
  return report
}

/** The report service (decision "Reports"). Any node serves any request: all of its state is in the database. */
export function reportsRoutes(route: Router, deps: ReportsDeps): void {
  clientRoutes(route, deps)
  instanceRoutes(route)
  documentRoutes(route, deps)
  contentRoutes(route, deps)
}

function clientRoutes(route: Router, { viewerOrigins = [] }: ReportsDeps): void {
  route(reports.register, async ({ db, caller }) => ({ clientId: await addClient(db, caller) }))
  route(reports.sessionTimeout, () => ({ clientSessionTimeout: CLIENT_SECONDS }))
  route(reports.keepAlive, async ({ db, caller, params }) => {
    await useClient(db, params.clientId, caller)
    return {}
  })
  route(reports.unregister, async ({ db, caller, params }) => {
    await deleteClient(db, params.clientId, caller)
    return {}
  })
  route.stream(reports.templates, async ({ reply }) => {
    await reply.type('text/html; charset=utf-8').send(VIEWER_TEMPLATE)
  })
  route(reports.templateOrigins, () => [...viewerOrigins])
  route(reports.formats, () => Object.entries(FILE_FORMATS).map(([name, { name: localizedName }]) => ({ name, localizedName })))
}

/** Parameters, and reports with their values. */
function instanceRoutes(route: Router): void {
  route.withoutTransaction(reports.parameters, ({ params, caller, input, now, request, inTenant }) =>
    inTenant(async ({ db }) => {
      await useClient(db, params.clientId, caller)
      const report = reportOf(input.Report)
      return readParameters(db, DEFINITIONS[report].parameters, input.ParameterValues, {
        caller,
        now,
        search: searchOf(input),
        translate: (message) => textIn(acceptedLanguage(request.headers['accept-language']), message),
      })
    }),
  )

  route(reports.createInstance, async ({ db, params, caller, input, now, reply }) => {
    await useClient(db, params.clientId, caller)
    const report = reportOf(input.Report)
    const parameters = await resolvedValues(db, DEFINITIONS[report].parameters, input.ParameterValues, { caller, now })
    const instanceId = await addInstance(db, caller, params.clientId, { report, parameters })
    reply.code(201)
    return { instanceId }
  })
  route(reports.deleteInstance, async ({ db, params, caller }) => {
    await useClient(db, params.clientId, caller)
    await deleteInstance(db, caller, params.clientId, params.instanceId)
    return {}
  })
}
