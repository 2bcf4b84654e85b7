import { defineConfig, devices } from '@playwright/test'
import { browser } from '#tools/browser.ts'

const { executablePath, env, args } = await browser()

/** Browser tests. Two at a time at most: each brings a server and a database of its own. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '.built/e2e',
  workers: 2,
  timeout: 40_000,
  // Two servers, two databases and two browsers share the machine.
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  // Some expect an answer within a second, which a machine that does something else may miss; the list calls it flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: { executablePath, args, env: { ...process.env, ...env } as Record<string, string> },
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
  },
})
