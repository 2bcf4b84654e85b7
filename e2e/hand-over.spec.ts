import type { Locator, Page } from '@playwright/test'
import { PHOTO_EXAMPLE } from '#features/packages/testing/examples.ts'
import { barcode, showToCamera } from './camera.ts'
import { choose, expect, goTo, test, USERS } from './fixtures.ts'

test.use({ startAt: '' })

const find = async (page: Page, text: string) => {
  const field = page.getByRole('searchbox', { name: 'Access code, name, unit or number' })
  await field.fill(text)
  await field.press('Enter')
}

async function choosePhoto(page: Page, recipient: Locator) {
  const chooser = page.waitForEvent('filechooser')
  await recipient.getByRole('button', { name: 'Take a photo' }).click()
  const buffer = Buffer.from(PHOTO_EXAMPLE.split(',')[1] ?? '', 'base64')
  await (await chooser).setFiles({ name: 'proof.png', mimeType: 'image/png', buffer })
}

test('hands the packages of a person over, with a signature, and is ready for the next', async ({ page, signIn }) => {
  await signIn(USERS.mailroom)
  await goTo(page, '/package/handover')
  await find(page, 'P1')
  await expect(page.getByText('Choose a property first.')).toBeVisible()
  await choose(page, 'Property', 'Riverside Quay')
  await find(page, 'P1')
  const offer = page.getByRole('button', { name: /^Hand over to / }).first()
  const name = ((await offer.textContent()) ?? '').replace('Hand over to ', '')
  await offer.click()
  const recipient = page.getByRole('region', { name, exact: true })
  const number = (await recipient
    .getByRole('checkbox', { checked: true })
    .first()
    .locator('xpath=../..')
    .locator('strong')
    .textContent())!

  await recipient.getByRole('radio', { name: 'Somebody else' }).click()
  await recipient.getByRole('button', { name: /^Hand over \d+ packages?$/ }).click()
  await expect(recipient.getByText('Enter the name of the person.')).toBeVisible()
  await recipient.getByRole('textbox', { name: 'Name of the person' }).fill('Tom Porter')
  const pad = (await recipient.getByRole('img', { name: 'Sign here with a finger, a pen or the mouse.' }).boundingBox())!
  await page.mouse.move(pad.x + 40, pad.y + 60)
  await page.mouse.down()
  await page.mouse.move(pad.x + 200, pad.y + 120, { steps: 5 })
  await page.mouse.move(pad.x + 260, pad.y + 40, { steps: 5 })
  await page.mouse.up()
  await expect(recipient.getByRole('button', { name: 'Clear signature' })).toBeVisible()
  // A look at the photo loses no signature.
  await recipient.getByText('Photo', { exact: true }).click()
  await recipient.getByText('Signature', { exact: true }).click()
  await expect(recipient.getByRole('button', { name: 'Clear signature' })).toBeVisible()
  await recipient.getByRole('button', { name: /^Hand over \d+ packages?$/ }).click()
  await expect(page.getByText(/^\d+ packages? handed over to Tom Porter\.$/)).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeFocused()
  await expect(page.getByRole('searchbox')).toHaveValue('')

  await find(page, number)
  await expect(page.getByText(`No package waits here for “${number}”.`)).toBeVisible()

  await goTo(page, `/search?Q=${number}`)
  await page.getByRole('rowheader', { name: number }).click()
  const history = page.getByRole('dialog').getByRole('region', { name: 'History' }).getByRole('listitem').first()
  await expect(history).toContainText('Collected by Tom Porter')
  await history.getByRole('button', { name: 'Proof' }).click()
  const proof = page.getByRole('dialog', { name: 'Proof of hand-over' })
  await expect(proof.getByRole('img', { name: 'Signature' })).toBeVisible()
})

test('the number of a package selects this one; others of the person are scanned too, or selected together', async ({
  page,
  signIn,
}) => {
  await signIn(USERS.mailroom)
  await goTo(page, '/package/new')
  const [first, second, third] = ['E2E-HAND-1', '9261290113185417468510', 'E2E-HAND-3'] as const
  for (const number of [first, second, third]) {
    await page.getByRole('textbox', { name: 'Tracking number' }).fill(number)
    if (number === first) await choose(page, 'Courier', 'Swift Parcel')
    await page.getByRole('combobox', { name: 'Recipient' }).fill('103')
    await page.getByRole('option').filter({ visible: true }).first().click()
    if (number === first) {
      await page.getByRole('combobox', { name: 'Mailroom' }).click()
      await page.getByRole('option').filter({ visible: true }).first().click()
    }
    await page.getByRole('button', { name: 'Book package' }).click()
    await expect(page.getByRole('region', { name: 'Booked in this session' })).toContainText(number)
  }

  await goTo(page, '/package/handover')
  await choose(page, 'Property', 'Riverside Quay')
  await find(page, 'e2e hand-1')
  const recipient = page.getByRole('region', { name: 'Hand over' }).getByRole('region')
  const selected = recipient.getByRole('group', { name: 'Packages to hand over' }).getByRole('checkbox', { checked: true })
  await expect(selected).toHaveCount(1)
  await expect(recipient.getByRole('checkbox', { name: first })).toBeChecked()
  await expect(recipient.getByText(/^1 of \d+ packages selected$/)).toBeVisible()
  const name = (await recipient.getByRole('heading').textContent())!
  // A scanner types over what the field has: the barcode of a label, with the number in it.
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.insertText(`420102820000${second}`)
  await page.keyboard.press('Enter')
  await expect(selected).toHaveCount(2)
  await expect(recipient.getByRole('checkbox', { name: second })).toBeChecked()
  await recipient.getByRole('button', { name: /^Select all \d+$/ }).click()
  await expect(recipient.getByRole('checkbox', { name: third })).toBeChecked()
  await expect(recipient.getByRole('button', { name: /^Select all/ })).toBeFocused()
  await expect(recipient.getByRole('button', { name: /^Select all/ })).toHaveAttribute('aria-disabled', 'true')
  await recipient.getByRole('button', { name: 'Cancel' }).click()
  await expect(recipient).toBeHidden()

  await find(page, `420102820000${second}`)
  await expect(selected).toHaveCount(1)
  await recipient.getByText('Photo', { exact: true }).click()
  await choosePhoto(page, recipient)
  await recipient.getByRole('button', { name: 'Hand over 1 package' }).click()
  await expect(page.getByText(`1 package handed over to ${name}.`)).toBeVisible()
  // A name selects all.
  await find(page, name)
  await expect(recipient.getByRole('checkbox', { name: second })).toBeHidden()
  for (const number of [first, third]) await expect(recipient.getByRole('checkbox', { name: number })).toBeChecked()
})

test('says how each was found where a number is a code and that of another’s package', async ({ page, signIn }) => {
  await signIn(USERS.mailroom)
  await goTo(page, '/package/handover')
  await choose(page, 'Property', 'Riverside Quay')
  await page.route('**/api/handover/find', async (route) => {
    const reply = await route.fetch()
    const { Recipients, ...rest } = await reply.json()
    // Of those whose packages can be handed over.
    const [one, other] = Recipients.filter(({ Packages }: { Packages: { IsReady: boolean }[] }) =>
      Packages.some(({ IsReady }) => IsReady),
    )
    await route.fulfill({ response: reply, json: { ...rest, Recipients: [{ ...one, FoundBy: 'code' }, other] } })
  })
  await find(page, 'P1')
  await expect(page.getByText('The access code of this person.')).toHaveCount(1)
  await expect(page.getByText('The number of a package of this person.')).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Hand over to / })).toHaveCount(2)
})

test('a photo as proof is not lost by another search or by leaving, and the search is in the address', async ({
  page,
  signIn,
}) => {
  await signIn(USERS.mailroom)
  await goTo(page, '/package/handover')
  await choose(page, 'Property', 'Riverside Quay')
  await find(page, 'P1')
  await expect(page).toHaveURL(/#\/package\/handover\?.*Q=P1/)
  await expect(page).toHaveURL(/PropertyId=/)
  const offer = page.getByRole('button', { name: /^Hand over to / }).first()
  const name = ((await offer.textContent()) ?? '').replace('Hand over to ', '')
  await offer.click()
  const recipient = page.getByRole('region', { name, exact: true })
  await recipient.getByText('Photo', { exact: true }).click()
  await choosePhoto(page, recipient)
  await expect(recipient.getByRole('img', { name: 'Photo' })).toBeVisible()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  // Also while the other kind is shown.
  await recipient.getByText('Signature', { exact: true }).click()
  await find(page, 'somebody else')
  await question.getByRole('button', { name: 'Stay' }).click()
  await recipient.getByText('Photo', { exact: true }).click()
  await expect(recipient.getByRole('img', { name: 'Photo' })).toBeVisible()
  await goTo(page, '/search')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(recipient.getByRole('img', { name: 'Photo' })).toBeVisible()
  await recipient.getByRole('button', { name: /^Hand over \d+ packages?$/ }).click()
  await expect(page.getByText(`handed over to ${name}.`)).toBeVisible()
  await expect(page).not.toHaveURL(/Q=/)

  await goTo(page, '/package/handover?Q=P1')
  await expect(page.getByRole('button', { name: /^Hand over to / }).first()).toBeVisible()
  // An access code is not kept by the browser.
  await find(page, '00000000')
  await expect(page.getByText('No package waits here for “00000000”.')).toBeVisible()
  await expect(page).not.toHaveURL(/Q=/)
})

test('finds a person by a code that the camera reads', async ({ page, signIn }) => {
  await page.addInitScript(showToCamera, [await barcode('P1', 'QRCode')])
  await signIn(USERS.mailroom)
  await goTo(page, '/package/handover')
  await choose(page, 'Property', 'Riverside Quay')
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('P1')
  await expect(page.getByRole('button', { name: /^Hand over to / }).first()).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeFocused()
})
