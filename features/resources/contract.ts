import { z } from 'zod'
import { operation } from '#platform/operation.ts'

export const resources = {
  file: operation('GET', '/resources/{file}/{language}', {
    access: 'public',
    summary: 'The texts of a language file by their names: en-US, en-GB, en-AU, es or de',
    params: z.object({ file: z.string().max(100), language: z.string().max(35) }),
    /** With the current build the reply is cached forever. */
    query: z.object({ Build: z.string().max(100).optional() }),
    output: z.record(z.string(), z.string()),
  }),
  files: operation('GET', '/resources/{language}', {
    access: 'public',
    summary: 'The texts of several language files, each by its name; of all unless some are named',
    params: z.object({ language: z.string().max(35) }),
    /** `Files`: names separated by commas. `Build` as for one file. */
    query: z.object({ Files: z.string().max(1000).optional(), Build: z.string().max(100).optional() }),
    output: z.record(z.string(), z.record(z.string(), z.string())),
  }),
}
