import { Menu, TextInput } from '@mantine/core'
import {
  IconAdjustments,
  IconArrowAutofitWidth,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
  IconDownload,
  IconFileText,
  IconListTree,
  IconPrinter,
  IconRefresh,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { useState } from 'react'
import { download } from '#platform/portal/api/download.ts'
import { t as tPortal } from '#platform/portal/messages.ts'
import { ToolButton } from '#platform/portal/ui/ToolButton.tsx'
import { t } from '../../viewer-messages.ts'
import type { Controller } from './controller.ts'
import { enablement, type ScaleMode, type ViewerState } from './state.ts'
import classes from './viewer.module.css'

/** What the next press of the zoom toggle does. */
const NEXT_SCALE = {
  FIT_PAGE: 'LabelFitWidth',
  FIT_PAGE_WIDTH: 'LabelActualSize',
  SPECIFIC: 'LabelFitPage',
} as const satisfies Record<ScaleMode, string>

type Props = { controller: Controller; state: ViewerState; shownScale: number }

export function Toolbar({ controller, state, shownScale }: Props) {
  const can = enablement(state)
  const exportAs = async (format: string) => {
    const file = await controller.exportReport(format)
    if (file) download(file.name, [file.content], file.content.type)
  }
  return (
    <section className={classes.toolbar} aria-label={t('LabelToolbar').text}>
      <div>
        <ToolButton
          name={t('LabelParameters').text}
          icon={IconAdjustments}
          disabled={!can.parameters}
          aria-pressed={state.parametersAreaVisible}
          onClick={controller.toggleParametersArea}
        />
        <ToolButton
          name={t('LabelDocumentMap').text}
          icon={IconListTree}
          disabled={!can.documentMap}
          aria-pressed={state.documentMapVisible}
          onClick={controller.toggleDocumentMap}
        />
      </div>
      <div>
        <ToolButton name={t('LabelBack').text} icon={IconArrowBackUp} disabled={!can.back} onClick={() => controller.back()} />
        <ToolButton
          name={t('LabelForward').text}
          icon={IconArrowForwardUp}
          disabled={!can.forward}
          onClick={() => controller.forward()}
        />
        <ToolButton
          name={tPortal('GridReload').text}
          icon={IconRefresh}
          disabled={!can.refresh}
          onClick={() => controller.refresh()}
        />
      </div>
      <div>
        <ToolButton
          name={tPortal('GridFirst').text}
          icon={IconChevronsLeft}
          disabled={!can.first}
          onClick={() => controller.firstPage()}
        />
        <ToolButton
          name={tPortal('GridPrevious').text}
          icon={IconChevronLeft}
          disabled={!can.previous}
          onClick={() => controller.previousPage()}
        />
        <PageInput key={state.pageNumber} controller={controller} state={state} disabled={!can.goToPage} />
        <span className={classes.count}>{t('LabelOfPages', { count: state.pageCount }).text}</span>
        <ToolButton
          name={tPortal('GridNext').text}
          icon={IconChevronRight}
          disabled={!can.next}
          onClick={() => controller.nextPage()}
        />
        <ToolButton
          name={tPortal('GridLast').text}
          icon={IconChevronsRight}
          disabled={!can.last}
          onClick={() => controller.lastPage()}
        />
      </div>
      <div>
        <ToolButton
          name={t('LabelZoomOut').text}
          icon={IconZoomOut}
          disabled={!can.zoom}
          onClick={() => controller.zoomOut(shownScale)}
        />
        <ToolButton
          name={t('LabelZoomIn').text}
          icon={IconZoomIn}
          disabled={!can.zoom}
          onClick={() => controller.zoomIn(shownScale)}
        />
        <ToolButton
          name={t(NEXT_SCALE[state.scaleMode]).text}
          icon={IconArrowAutofitWidth}
          disabled={!can.zoom}
          onClick={controller.toggleScaleMode}
        />
        <ToolButton
          name={t('LabelPrintPreview').text}
          icon={IconFileText}
          disabled={!can.view}
          aria-pressed={state.viewMode === 'PRINT_PREVIEW'}
          onClick={() => controller.toggleViewMode()}
        />
      </div>
      <div>
        <Menu position="bottom-end">
          <Menu.Target>
            <ToolButton name={t('LabelExport').text} icon={IconDownload} disabled={!can.export} loading={state.isExporting} />
          </Menu.Target>
          <Menu.Dropdown>
            {state.formats.map(({ name, localizedName }) => (
              <Menu.Item key={name} onClick={() => void exportAs(name)}>
                {localizedName}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <ToolButton
          name={t('LabelPrint').text}
          icon={IconPrinter}
          disabled={!can.print}
          loading={state.isPrinting}
          onClick={() => void print(controller, state)}
        />
      </div>
      <span className={classes.status} role="status">
        {state.status}
      </span>
    </section>
  )
}

/** Opens the PDF in a window of its own, where the browser prints it; downloads it when windows are blocked. */
async function print(controller: Controller, { printMode }: ViewerState) {
  // Opened before the file is there: a window that is opened later is blocked.
  const opened = printMode === 'FORCE_PDF_FILE' ? null : window.open('', '_blank')
  const file = await controller.printReport()
  if (!file) opened?.close()
  else if (opened && !opened.closed) opened.location.href = URL.createObjectURL(file.content)
  else download(file.name, [file.content], file.content.type)
}

function PageInput({ controller, state, disabled }: { controller: Controller; state: ViewerState; disabled: boolean }) {
  const [text, setText] = useState(String(state.pageNumber))
  const go = () => {
    void controller.goToTypedPage(text)
    setText(String(controller.read().pageNumber))
  }
  return (
    <TextInput
      className={classes.pageInput}
      aria-label={t('LabelPage').text}
      inputMode="numeric"
      disabled={disabled}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={go}
      onKeyDown={(event) => event.key === 'Enter' && go()}
    />
  )
}
