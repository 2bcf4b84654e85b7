import { t } from '../../../viewer-messages.ts'
import type { Controller } from '../controller.ts'
import type { ViewerState } from '../state.ts'
import classes from './viewer.module.css'

/** The report's groups; each leads to its place. */
export const DocumentMap = ({ controller, state }: { controller: Controller; state: ViewerState }) => (
  <nav className={classes.panel} aria-label={t('LabelDocumentMap').text}>
    <ul className={classes.map}>
      {state.bookmarks.map(({ id, text }) => (
        <li key={id}>
          <button type="button" onClick={() => void controller.goToBookmark(id)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  </nav>
)
