import { defineConfig, devices } from '@playwright/test'
import { browser } from '#tools/browser.ts'

const { executablePath, env, args } = await browser()

/**
 * Browser tests. Each worker starts its own product, once; one more worker than two cores, as tests wait for doors and
 * kiosks. The limits only end a test that hangs, also on a machine that is busy with other work.
 */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '.built/e2e',
  workers: 3,
  timeout: 900_000,
  expect: { timeout: 120_000 },
  forbidOnly: Boolean(process.env.CI),
  // A test that passes at its second attempt is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath, args, env: { ...process.env, ...env } as Record<string, string> },
    // Recording every test costs a third of its time: `--trace=on` records a single one.
    trace: 'on-first-retry',
  },
})
