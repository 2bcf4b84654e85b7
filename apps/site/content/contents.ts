import type { Content } from './content.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'

/** The site in its languages, the first one first. */
export const CONTENTS: readonly Content[] = [en, de, es]
