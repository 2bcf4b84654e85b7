declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

/**
 * The page's security policy allows no code made from text, which zod would try for each schema. It reads this when its first
 * schema is made, so it stands before all of them; `z.config` would come too late where chunks are loaded side by side.
 */
globalThis.__zod_globalConfig = { jitless: true }

export {}
