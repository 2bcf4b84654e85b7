import { createThread, type Thread } from '#platform/server/jobs/thread.ts'

/** What the thread needs to open the database and to seal. */
export type ThreadParams = { readonly databaseUrl: string; readonly secretKey: Uint8Array }

/** Imports in a thread of their own (decision "Resident import"). */
export const importThread = (given: ThreadParams): Thread => createThread(new URL('./in-thread.ts', import.meta.url), given)
