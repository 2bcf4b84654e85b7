declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

/**
 * The page's security policy forbids eval, which zod would try for each schema. zod reads this when the first schema is created,
 * so it is imported before all schemas; `z.config` would be too late when chunks load in parallel.
 */
globalThis.__zod_globalConfig = { jitless: true }

export {}
