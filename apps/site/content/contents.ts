import type { Content } from './content.ts'
import { en } from './en.ts'

/** The site in its languages, the first one first. */
export const CONTENTS: readonly Content[] = [en]
