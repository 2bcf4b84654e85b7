import { defaultTemplate, TEMPLATE_LANGUAGES } from '#features/notification-templates/default-templates.ts'
import { compose, SAMPLE } from '#features/notification-templates/server/api.ts'
import { NOTICE_TYPE_NAMES } from '#features/notification-templates/types.ts'
import { expect, flawsOf, test } from './fixtures.ts'

const NARROW = { width: 320, height: 640 }
const sender = { name: 'Riverside Living', logo: null }
/** A value without a place to break, as carriers have them. */
const values = { ...SAMPLE, TrackingNumber: '1Z999AA10123456784'.repeat(4), PropertyName: 'Riverside Quay' }

for (const language of TEMPLATE_LANGUAGES)
  test(`the default e-mails in ${language} fit a width of 320 px, have contrast in light and dark, and a text`, async ({
    page,
  }) => {
    await page.setViewportSize(NARROW)
    for (const type of NOTICE_TYPE_NAMES) {
      const { subject, body, html } = compose('email', defaultTemplate(type, 'email', language), values, language, sender)
      expect(subject + body, type).not.toMatch(/[{}<>]/)
      expect(body, type).toContain(SAMPLE.PropertyName)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.setContent(html!)
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(width, `${type} in ${colorScheme}`).toBeLessThanOrEqual(NARROW.width)
        expect(await flawsOf(page, { rules: ['color-contrast'] }), `${type} in ${colorScheme}`).toEqual([])
      }
    }
  })
