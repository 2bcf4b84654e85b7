import { defineConfig, devices } from '@playwright/test'
import { browser } from '#tools/browser.ts'

const { executablePath, env, args } = await browser()

const LIMIT = 120_000

/**
 * Browser tests. Each worker starts its own product, once; one more worker than two cores, as tests wait for doors and
 * kiosks. The limit of a step only ends one that hangs, also on a machine that is busy with other work.
 */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '.built/e2e',
  workers: 3,
  timeout: 5 * LIMIT,
  expect: { timeout: LIMIT, toPass: { timeout: LIMIT } },
  forbidOnly: Boolean(process.env.CI),
  // A test that passes at its second attempt is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    actionTimeout: LIMIT,
    navigationTimeout: LIMIT,
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath, args, env: { ...process.env, ...env } as Record<string, string> },
    // Recording every test costs a third of its time: `--trace=on` records a single one.
    trace: 'on-first-retry',
  },
})
