import { CHANGED_ELSEWHERE } from '#platform/wire.ts'
import { CallError } from './call-error.ts'

/** Whether a save was refused because somebody else has changed the record. Apart, because sign-in has no use for the wire's types. */
export const isChangedElsewhere = (error: unknown): boolean => error instanceof CallError && error.code === CHANGED_ELSEWHERE
