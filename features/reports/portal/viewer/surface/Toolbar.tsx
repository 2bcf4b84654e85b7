import { IconDotsVertical, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../../viewer-messages.ts'
import type { ViewerArea } from '../../../viewer-template.ts'
import type { Controller } from '../controller.ts'
import { enablement, type ViewerState } from '../state/state.ts'
import { type Command, commandsOf, exportEntries, printEntries } from './commands.ts'
import { MenuButton, type MenuEntry } from './MenuButton.tsx'
import { ToolButton } from './ToolButton.tsx'
import classes from './viewer.module.css'

type Props = { controller: Controller; state: ViewerState; areas: ReadonlySet<ViewerArea>; shownScale: number }

/** The commands of the viewer; on small screens the turning of pages, and a menu with the others. */
export function Toolbar({ controller, state, areas, shownScale }: Props) {
  const can = enablement(state)
  const shown = { controller, state }
  const { panels, history, before, after, view } = commandsOf({ ...shown, areas, shownScale })
  const [first, previous] = before
  const [next, last] = after
  const isSmall = state.isSmallScreen
  const pages = (
    <div>
      <Buttons commands={isSmall ? [previous] : before} />
      <PageInput key={state.pageNumber} controller={controller} state={state} disabled={!can.goToPage} />
      <span className={classes.count}>{t('LabelOfPages', { count: state.pageCount }).text}</span>
      <Buttons commands={isSmall ? [next] : after} />
      <span className={classes.spoken} aria-live="polite">
        {state.documentReady && state.pageCount > 0 && t('SpokenPage', { page: state.pageNumber, count: state.pageCount }).text}
      </span>
    </div>
  )
  return (
    <section className={classes.toolbar} aria-label={t('LabelToolbar').text}>
      {isSmall ? (
        <>
          <div>
            <MenuButton
              name={t('LabelCommands').text}
              icon={IconDotsVertical}
              entries={[
                ...[...panels, ...history, first, last, ...view].map(entryOf),
                ...exportEntries(shown).map(named),
                ...printEntries(shown),
              ]}
            />
          </div>
          {pages}
        </>
      ) : (
        <>
          <div>
            <Buttons commands={panels} />
          </div>
          <div>
            <Buttons commands={history} />
          </div>
          {pages}
          <div>
            <Buttons commands={view} />
          </div>
          <div>
            <MenuButton
              name={t('LabelExport').text}
              icon={IconDownload}
              disabled={!can.export}
              isBusy={state.isExporting}
              entries={exportEntries(shown)}
            />
            <MenuButton
              name={t('LabelPrint').text}
              icon={IconPrinter}
              disabled={!can.print}
              isBusy={state.isPrinting}
              entries={printEntries(shown)}
            />
          </div>
        </>
      )}
      <span className={classes.status} role="status">
        {state.status || state.notice}
      </span>
    </section>
  )
}

const entryOf = ({ name, disabled, onClick, isOn }: Command): MenuEntry => ({ name, disabled, onClick, isOn })
/** Among other commands a format says what it is for. */
const named = (entry: MenuEntry): MenuEntry => ({ ...entry, name: t('LabelExportAs', { format: entry.name }).text })

const Buttons = ({ commands }: { commands: readonly Command[] }) =>
  commands.map(({ name, icon, disabled, onClick, isOn }) => (
    <ToolButton key={name} name={name} icon={icon} disabled={disabled} aria-pressed={isOn} onClick={() => void onClick()} />
  ))

function PageInput({ controller, state, disabled }: { controller: Controller; state: ViewerState; disabled: boolean }) {
  const [text, setText] = useState(String(state.pageNumber))
  const go = () => {
    void controller.goToTypedPage(text)
    setText(String(controller.read().pageNumber))
  }
  return (
    <input
      className={classes.pageInput}
      aria-label={t('LabelPage').text}
      inputMode="numeric"
      disabled={disabled}
      value={text}
      onChange={(event) => /^\d*$/.test(event.currentTarget.value) && setText(event.currentTarget.value)}
      onBlur={() => text !== String(state.pageNumber) && go()}
      onKeyDown={(event) => event.key === 'Enter' && go()}
    />
  )
}
