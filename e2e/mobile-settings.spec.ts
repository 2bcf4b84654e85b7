import { SCRIPT_PAYLOADS } from '#features/organisations/testing/script-payloads.ts'
import { expect, flawsOf, goTo, test, USERS } from './fixtures.ts'

test('mobile app settings › are written in an editor and saved', async ({ page, signIn }) => {
  await signIn(USERS.superadmin)
  await goTo(page, '/organisation/myedit')
  await page.getByRole('link', { name: 'Mobile app', exact: true }).first().click()
  const help = page.getByRole('textbox', { name: 'Help', exact: true })
  const toolbar = page.getByRole('toolbar', { name: 'Help' })
  await help.click()
  await toolbar.getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.type('Open the app')
  await page.keyboard.press('ControlOrMeta+A')
  await toolbar.getByRole('button', { name: 'Link', exact: true }).click()
  await page.getByRole('textbox', { name: 'Address of the link' }).fill('https://example.com/help')
  await page.keyboard.press('Enter')
  await page.getByLabel('Background colour').fill('#0f766e')
  await page.getByRole('switch', { name: 'Remote unlock' }).check()
  expect(await flawsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/#\/organisation\/list/)
  await goTo(page, '/organisation/mymobilesettings')
  await expect(help.getByRole('link', { name: 'Open the app' })).toHaveAttribute('href', 'https://example.com/help')
  await expect(help.locator('strong')).toHaveText('Open the app')
  await expect(page.getByRole('switch', { name: 'Remote unlock' })).toBeChecked()
  await expect(page.getByLabel('Background colour')).toHaveValue('#0f766e')
})

test.describe('without the content security policy', () => {
  test.use({ bypassCSP: true })
  test('mobile app settings › no script runs in the editor: saved, sent by the server as it is, or pasted', async ({
    page,
    signIn,
  }) => {
    const ran: string[] = []
    page.on('dialog', (dialog) => {
      ran.push(dialog.message())
      void dialog.dismiss()
    })
    await signIn(USERS.manager)
    const third = (n: number) => SCRIPT_PAYLOADS.filter((_, i) => i % 3 === n).map((payload) => `<p>x</p>${payload}`)
    const texts = (order: (html: string[]) => string[]) => {
      const [TermsAndConditions, HelpText, ContactUs] = [0, 1, 2].map((n) => order(third(n)).join(''))
      return { TermsAndConditions, HelpText, ContactUs, Logo: null, BackgroundColor: '#ffffff', EnableRemoteUnlock: false }
    }
    const editors = page.locator('[contenteditable]')
    const isHarmless = async () => {
      await expect(editors).toHaveCount(3)
      await expect(editors.locator('script, iframe, object, embed, svg, form, style, [src]')).toHaveCount(0)
      await expect(editors.locator('a[href*="script" i], [onclick], [onfocus], [onmouseover]')).toHaveCount(0)
    }
    // A broken element may hide those after it, so the order is also reversed.
    for (const order of [(html: string[]) => html, (html: string[]) => html.toReversed()]) {
      await page.route('**/mobileappsettings', (route) => route.fulfill({ json: texts(order) }))
      await goTo(page, '/organisation/mymobilesettings')
      await expect(editors).toHaveCount(3)
      await page.reload()
      await isHarmless()
      await page.unroute('**/mobileappsettings')
    }
    for (const payload of SCRIPT_PAYLOADS) {
      await editors.first().evaluate((element, html) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/html', html)
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, payload)
      await isHarmless()
    }
    await expect(page.getByText('Unsaved changes')).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Mobile app settings have been saved successfully.')).toBeVisible()
    await goTo(page, '/organisation/mymobilesettings')
    await expect(editors).toHaveCount(3)
    await page.reload()
    await isHarmless()
    expect(ran).toEqual([])
  })
})
