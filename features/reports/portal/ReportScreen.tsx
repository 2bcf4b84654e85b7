import { Title } from '@mantine/core'
import { IconCalendarTime, IconLink } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { useGo, useSearchParams } from '#platform/portal/navigation/links.tsx'
import { sessionStore } from '#platform/portal/session/storage.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { ToolButton } from '#platform/portal/ui/ToolButton.tsx'
import { t } from '../messages.ts'
import { REPORTS, type ReportName, reportAddress, reportByName } from '../reports.ts'
import { t as tSchedule } from '../schedule-messages.ts'
import { VIEWER_TEMPLATE } from '../viewer-template.ts'
import { ParameterSets } from './ParameterSets.tsx'
import { portalClient } from './viewer/client/portal-client.ts'
import type { ReportSource } from './viewer/client/service-client.ts'
import { type Controller, createController } from './viewer/controller.ts'
import { ReportViewer, useViewerState } from './viewer/surface/ReportViewer.tsx'
import classes from './viewer/surface/viewer.module.css'
import { readTemplate } from './viewer/template/read-template.ts'

/** One viewer for all report screens, so that its history goes from report to report. */
let shared: { readonly key: string; readonly controller: Controller } | null = null

/** The viewer of a user in an organisation; the service knows it for nobody else. */
function viewerOf(key: string): Controller {
  if (shared?.key === key) return shared.controller
  void shared?.controller.dispose()
  const name = `reportViewer.${key}`
  const storage = {
    read: () => sessionStore.readJson(name),
    write: (saved: unknown) => sessionStore.writeJson(name, saved),
  }
  const parametersAreaVisible = window.matchMedia('(width >= 900px)').matches
  // Where a page beside the parameters would be too small to read, it begins with its own size.
  const scaleMode = window.matchMedia('(width >= 1400px)').matches ? 'FIT_PAGE_WIDTH' : 'SPECIFIC'
  const settings = { scaleMode, parametersAreaVisible } as const
  shared = { key, controller: createController({ serviceClient: portalClient(), settings, storage }) }
  return shared.controller
}

const TEMPLATE = readTemplate(VIEWER_TEMPLATE)

/** A report's address: its values by name, lists with commas. */
function addressOf({ report, parameterValues }: ReportSource): string {
  const name = reportByName(report)
  if (!name) return ''
  const entries = Object.entries(parameterValues).map(([id, value]): [string, string] => [id, [value].flat().join(',')])
  return reportAddress(name, Object.fromEntries(entries))
}
const valueOfText = (text: string) => (text.includes(',') ? text.split(',') : text)

function ReportScreen({ report }: { report: ReportName }) {
  const { userId, organisation } = useViewer()
  const go = useGo()
  const controller = viewerOf(`${userId}.${organisation.id}`)
  const { reportSource } = useViewerState(controller)
  const values = Object.fromEntries(Object.entries(useSearchParams()).map(([id, text]) => [id, String(text)]))
  const entries = Object.entries(values).map(([id, text]) => [id, valueOfText(text)])
  const asked: ReportSource = { report, parameterValues: Object.fromEntries(entries) }
  const address = addressOf(asked)
  const open = useEffectEvent(() => void controller.open(asked))
  const follow = useEffectEvent(() => {
    const source = controller.read().reportSource
    const shown = source ? addressOf(source) : address
    if (shown && shown !== address) go(shown)
  })
  // A changed address opens its report; a report that the viewer opens by itself changes the address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address names all that is asked
  useEffect(() => open(), [controller, address])
  // A report that is left while it loads is not made any more, unless the viewer itself has gone on to another one.
  useEffect(
    () => () => {
      if (controller.read().reportSource?.report === report) controller.leave()
    },
    [controller, report],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the report is followed
  useEffect(() => follow(), [reportSource])
  const title = REPORTS[report].title.text
  return (
    <section className={classes.screen} aria-label={title}>
      <div className={classes.head}>
        <Title order={1}>{title}</Title>
        <ToolButton
          name={tSchedule('AddSchedule').text}
          icon={IconCalendarTime}
          onClick={() => go(`/reportschedule/create?${new URLSearchParams({ Report: report, ...values })}`)}
        />
        <ToolButton
          name={t('LabelCopyLink').text}
          icon={IconLink}
          onClick={() =>
            void navigator.clipboard.writeText(window.location.href).then(() => toast.success(t('MsgLinkCopied').text))
          }
        />
      </div>
      <ParameterSets key={report} report={report} values={values} />
      <ReportViewer controller={controller} template={TEMPLATE} />
    </section>
  )
}

/** The screen of a report. */
export const screenOf = (report: ReportName) => ({ default: () => <ReportScreen report={report} /> })
