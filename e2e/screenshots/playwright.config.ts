import { defineConfig } from '@playwright/test'
import tests from '#playwright.config.ts'

/** Pictures of every screen, by `npm run screenshots`: no part of the tests. */
export default defineConfig(tests, {
  testDir: '.',
  testMatch: '*.shots.ts',
  outputDir: '../../.built/screenshots-run',
  fullyParallel: true,
  // Every test takes pictures of many screens.
  timeout: 30 * 60_000,
})
