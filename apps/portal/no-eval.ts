declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

/**
 * The page's security policy forbids eval, which zod would try for each schema. zod reads this when the first schema is made, so
 * it is imported before all of them; `z.config` would be too late where chunks load in parallel.
 */
globalThis.__zod_globalConfig = { jitless: true }

export {}
