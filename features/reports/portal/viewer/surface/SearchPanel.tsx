import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { t as tPages } from '#platform/page-messages.ts'
import { t } from '../../../viewer-messages.ts'
import type { Controller } from '../controller.ts'
import { MAX_FOUND } from '../state/search.ts'
import type { ViewerState } from '../state/state.ts'
import { ToolButton } from './ToolButton.tsx'
import classes from './viewer.module.css'

/** Finds a text in all pages, and leads from place to place. */
export function SearchPanel({ controller, state }: { controller: Controller; state: ViewerState }) {
  const { search } = state
  const [text, setText] = useState(search.text)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text === search.text && search.found.length > 0) void controller.goToNextFound()
    else void controller.search(text)
  }
  const { found, position, isSearching } = search
  const count = found.length >= MAX_FOUND ? `${MAX_FOUND}+` : String(found.length)
  return (
    <search className={classes.panel} aria-label={tPages('WordSearch').text}>
      <form onSubmit={submit} className={classes.searchLine}>
        <input
          ref={input}
          type="search"
          aria-label={t('LabelSearchText').text}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <ToolButton
          name={t('LabelFoundPrevious').text}
          icon={IconChevronLeft}
          disabled={found.length === 0}
          onClick={() => void controller.goToNextFound(-1)}
        />
        <ToolButton
          name={t('LabelFoundNext').text}
          icon={IconChevronRight}
          disabled={found.length === 0}
          onClick={() => void controller.goToNextFound()}
        />
      </form>
      <div role="status" className={classes.status}>
        {isSearching ? t('StatusSearching', { count }).text : search.text.trim() && t('StatusFound', { count }).text}
      </div>
      <ul className={classes.map}>
        {found.map(({ page, index, excerpt }, at) => (
          <li key={`${page}.${index}`}>
            <button type="button" aria-current={at === position || undefined} onClick={() => void controller.goToFound(at)}>
              <span>{excerpt}</span> <small>{tPages('GridPage', { page }).text}</small>
            </button>
          </li>
        ))}
      </ul>
    </search>
  )
}
