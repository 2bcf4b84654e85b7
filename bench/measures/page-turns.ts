import type { Page } from '@playwright/test'
import { launchBrowser } from '../browser.ts'
import type { Gate } from '../gates.ts'
import { medianOf } from '../load.ts'
import { repetitions } from '../scale.ts'

const TURNS = repetitions(20)
/** From the press of the button until the page is drawn. */
const TURN_MS = 100
/** The next page is fetched ahead meanwhile, in ms. */
const READING_MS = 300

/** Page turns of the viewer once a report is loaded. */
export async function pageTurns(address: string, token: string, propertyIds: readonly string[]): Promise<Gate> {
  const launched = await launchBrowser()
  try {
    const page = await launched.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    await page.addInitScript((key) => localStorage.setItem('residentialApp.apiToken', key), token)
    await page.goto(`${address}/portal/#/rpttenants?PropertyIds=${propertyIds.join(',')}`)
    await page.getByText(/^Done\. Total \d+ pages loaded\.$/).waitFor({ timeout: 60_000 })
    const took: number[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      await page.waitForTimeout(READING_MS)
      took.push(await turned(page))
    }
    const [median, most] = [medianOf(took), Math.max(...took)]
    return {
      name: `a page turn of the viewer, of ${TURN_MS} ms`,
      ratio: median / TURN_MS,
      bound: { atMost: 1 },
      figures: `median ${median.toFixed(0)}, most ${most.toFixed(0)} ms`,
    }
  } finally {
    await launched.close()
  }
}

/** Turns to the next page; how long it took until it was drawn, in ms. */
const turned = (page: Page) =>
  page.evaluate(async () => {
    const frame = document.querySelector('section[aria-label^="Page "]')!
    const shown = () => {
      const host = [...frame.querySelectorAll('div')].find((one) => one.shadowRoot)
      return host?.shadowRoot?.querySelector<HTMLElement>('[data-page]')?.dataset.page
    }
    const before = shown()
    const began = performance.now()
    document.querySelector<HTMLButtonElement>('button[aria-label="Next page"]')!.click()
    while (shown() === before) await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => requestAnimationFrame(resolve))
    return performance.now() - began
  })
