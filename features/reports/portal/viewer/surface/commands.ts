import {
  IconAdjustments,
  IconArrowAutofitWidth,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
  IconFileText,
  IconLayoutRows,
  IconListTree,
  IconPhoto,
  IconRefresh,
  IconSearch,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { t as tPages } from '#platform/page-messages.ts'
import { t } from '../../../viewer-messages.ts'
import type { ViewerArea } from '../../../viewer-template.ts'
import type { Controller } from '../controller.ts'
import { enablement, type PrintMode, type ScaleMode, type ViewerState } from '../state/state.ts'
import type { MenuEntry } from './MenuButton.tsx'
import { exportAs, print } from './print.ts'
import type { Icon } from './ToolButton.tsx'

export type Command = {
  readonly name: string
  readonly icon: Icon
  readonly disabled: boolean
  readonly onClick: () => unknown
  readonly isOn?: boolean
}

/** What the next press of the zoom toggle does. */
const NEXT_SCALE = {
  FIT_PAGE: 'LabelFitWidth',
  FIT_PAGE_WIDTH: 'LabelActualSize',
  SPECIFIC: 'LabelFitPage',
} as const satisfies Record<ScaleMode, string>

type Shown = { readonly controller: Controller; readonly state: ViewerState }
type Arranged = Shown & { readonly areas: ReadonlySet<ViewerArea>; readonly shownScale: number }

/** The commands of the toolbar, and of the menu of small screens, in their groups. */
export function commandsOf({ controller, state, areas, shownScale }: Arranged) {
  const can = enablement(state)
  const command = (name: string, icon: Icon, isEnabled: boolean, onClick: () => unknown, isOn?: boolean): Command => ({
    ...{ name, icon, disabled: !isEnabled, onClick },
    ...(isOn !== undefined && { isOn }),
  })
  const panel = (
    area: Exclude<ViewerArea, 'toolbar' | 'page'>,
    ...[name, icon, onClick, isOn]: [string, Icon, () => unknown, boolean]
  ) => (areas.has(area) ? [command(name, icon, can[area], onClick, isOn)] : [])
  const { parametersAreaVisible, documentMapVisible, thumbnailsVisible, searchVisible } = state
  return {
    panels: [
      ...panel('parameters', t('LabelParameters').text, IconAdjustments, controller.toggleParametersArea, parametersAreaVisible),
      ...panel('documentMap', t('LabelDocumentMap').text, IconListTree, controller.toggleDocumentMap, documentMapVisible),
      ...panel('thumbnails', t('LabelThumbnails').text, IconPhoto, controller.toggleThumbnails, thumbnailsVisible),
      ...panel('search', tPages('WordSearch').text, IconSearch, controller.toggleSearch, searchVisible),
    ],
    history: [
      command(t('LabelBack').text, IconArrowBackUp, can.back, controller.back),
      command(t('LabelForward').text, IconArrowForwardUp, can.forward, controller.forward),
      command(tPages('GridReload').text, IconRefresh, can.refresh, controller.refresh),
    ],
    before: [
      command(tPages('GridFirst').text, IconChevronsLeft, can.first, controller.firstPage),
      command(tPages('GridPrevious').text, IconChevronLeft, can.previous, controller.previousPage),
    ],
    after: [
      command(tPages('GridNext').text, IconChevronRight, can.next, controller.nextPage),
      command(tPages('GridLast').text, IconChevronsRight, can.last, controller.lastPage),
    ],
    view: [
      command(t('LabelZoomOut').text, IconZoomOut, can.zoom, () => controller.zoomOut(shownScale)),
      command(t('LabelZoomIn').text, IconZoomIn, can.zoom, () => controller.zoomIn(shownScale)),
      command(t(NEXT_SCALE[state.scaleMode]).text, IconArrowAutofitWidth, can.zoom, controller.toggleScaleMode),
      command(t('LabelPrintPreview').text, IconFileText, can.view, controller.toggleViewMode, state.viewMode === 'PRINT_PREVIEW'),
      command(t('LabelContinuous').text, IconLayoutRows, can.zoom, controller.toggleContinuous, state.isContinuous),
    ],
  } as const
}

/** A file in each format. */
export const exportEntries = ({ controller, state }: Shown): MenuEntry[] =>
  state.formats.map(({ name, localizedName }) => ({
    name: localizedName,
    disabled: !enablement(state).export,
    onClick: () => exportAs(controller, name),
  }))

const PRINT_MODES: readonly (readonly [PrintMode, Parameters<typeof t>[0]])[] = [
  ['AUTO_SELECT', 'LabelPrintAuto'],
  ['FORCE_PDF_PLUGIN', 'LabelPrintWindow'],
  ['FORCE_PDF_FILE', 'LabelPrintFile'],
]
/** Print, and how. */
export const printEntries = ({ controller, state }: Shown): MenuEntry[] => [
  { name: t('LabelPrintNow').text, disabled: !enablement(state).print, onClick: () => print(controller) },
  ...PRINT_MODES.map(([mode, label]) => ({
    name: t(label).text,
    isOn: state.printMode === mode,
    isRadio: true,
    onClick: () => controller.setPrintMode(mode),
  })),
]
