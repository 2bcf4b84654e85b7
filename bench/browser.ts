import { chromium } from '@playwright/test'
import { browser } from '#tools/browser.ts'

/** Launches the browser of the tests; the caller closes it. */
export async function launchBrowser() {
  const { executablePath, env, args } = await browser()
  return chromium.launch({ executablePath, args, env: { ...process.env, ...env } as Record<string, string> })
}
