import { DEFAULT_LANGUAGE, languageOf } from '#platform/language.ts'
import type * as Core from './core.tsx'

type Viewer = Awaited<ReturnType<typeof Core.create>>

/** The viewer of each element, also while it is being created; another one replaces it. */
const viewers = new WeakMap<HTMLElement, Promise<Viewer>>()

/** Shows a report viewer in an element, in place of an earlier one. */
function create(element: HTMLElement, options?: Core.Options): Promise<Viewer> {
  const earlier = viewers.get(element)
  const viewer = (async () => {
    const shown = await earlier?.catch(() => null)
    await shown?.dispose()
    const language = languageOf(options?.language ?? document.documentElement.lang) ?? DEFAULT_LANGUAGE
    // The texts of a module have one language, so each language has its own module.
    const address = new URL(/* @vite-ignore */ `core.js?language=${language}`, import.meta.url).href
    const core: typeof Core = await import(/* @vite-ignore */ address)
    return core.create(element, options, language)
  })()
  viewers.set(element, viewer)
  return viewer
}

Object.assign(window, { ParcelhallReportViewer: { create } })
