import { LOGO_URL } from '#features/organisations/testing/logo.ts'
import { ask } from './bank-by-api.ts'
import { settle } from './every-screen.ts'
import { expect, goTo, test, USERS } from './fixtures.ts'

test('organisations › are added, selected in the header at once, changed, and return to their list', async ({ page, signIn }) => {
  await signIn(USERS.superadmin)
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
  await goTo(page, '/organisation/create')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lakeside Living')
  const systemName = page.getByRole('textbox', { name: 'System name' })
  await systemName.pressSequentially('Lake Side')
  await expect(systemName).toHaveValue('lakeside')
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Lisbon')
  await page.getByRole('option', { name: 'Europe/Lisbon' }).click()
  await save()
  await expect(page.getByRole('form').getByText('Please add a logo')).toBeVisible()
  const buffer = Buffer.from(LOGO_URL.split(',')[1]!, 'base64')
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await save()
  await expect(page.getByRole('heading', { level: 1, name: 'Lakeside Living' })).toBeVisible()
  await expect(systemName).toHaveAttribute('readonly')
  await page.getByRole('combobox', { name: 'Organisation', exact: true }).click()
  await expect(page.getByRole('option', { name: 'Lakeside Living' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.keyboard.press('ControlOrMeta+K')
  await page.getByPlaceholder('Go to …').fill('lakeside')
  await expect(page.getByRole('dialog').locator('[data-action]').filter({ hasText: 'Lakeside Living' }).first()).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('switch', { name: 'Active' }).uncheck()
  await save()
  await page.getByRole('dialog', { name: 'Deactivate Lakeside Living?' }).getByRole('button', { name: 'Deactivate' }).click()
  await expect(page).toHaveURL(/#\/organisation\/list/)
  await page.getByRole('searchbox').fill('lakeside')
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'Lakeside Living' })
  await expect(row).toContainText('Inactive')
  await row.getByRole('link', { name: 'Lakeside Living', exact: true }).click()
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('list', { name: 'History' }).getByRole('listitem')).toHaveCount(2)
})

test('organisations › a manager changes the own one and returns to the home screen', async ({ page, signIn }) => {
  await signIn(USERS.manager)
  await goTo(page, '/organisation/list')
  await expect(page.getByText('Sorry! You are not authorized to navigate')).toBeVisible()
  await goTo(page, '/organisation/myedit')
  await expect(page.getByRole('heading', { level: 1, name: 'Riverside Living' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'System name' })).toHaveAttribute('readonly')
  await expect(page.getByRole('switch', { name: 'Active' })).toBeDisabled()
  await page.getByRole('textbox', { name: 'Description' }).fill('Homes at the river')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Organisation has been saved successfully.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Package Viewer' })).toBeVisible()
})

test('organisations › another time zone says what it affects before it is saved', async ({ page, signIn }) => {
  await signIn(USERS.manager)
  await goTo(page, '/organisation/myedit')
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  // Until the zones are read, the field shows the name alone, and drops what is typed when they arrive.
  await expect(zone).toHaveValue(/GMT/)
  const before = await zone.inputValue()
  await zone.fill('Kolkata')
  await page.getByRole('option', { name: 'Asia/Kolkata' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Save these changes?' })
  await expect(question).toContainText('Times without a property are shown in Asia/Kolkata at once')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(zone).not.toHaveValue(before)
  await page.reload()
  await expect(zone).toHaveValue(before)
})

test('organisations › a logo is shown 50 px high, and a file of another type restores the old one', async ({ page, signIn }) => {
  await signIn(USERS.manager)
  await goTo(page, '/organisation/myedit')
  const logo = page.getByRole('img', { name: 'Logo' })
  await expect(logo).toHaveJSProperty('clientHeight', 50)
  const before = await logo.getAttribute('src')
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  await choose('logo.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await expect(page.getByText('Invalid file type')).toBeVisible()
  const png = Buffer.from(LOGO_URL.split(',')[1]!, 'base64')
  await choose('large.png', 'image/png', Buffer.concat([png, Buffer.alloc(1_000_001)]))
  await expect(page.getByText('Image max size exceeded!')).toBeVisible()
  await expect(logo).toHaveAttribute('src', before!)
  // The server looks at the whole content.
  await choose('logo.png', 'image/png', png.subarray(0, 40))
  await expect(logo).toHaveAttribute('src', /^data:/)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('form').getByText('Invalid file type')).toBeVisible()
  await expect(logo).toHaveAttribute('src', before!)
  await choose('logo.png', 'image/png', png)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Package Viewer' })).toBeVisible()
  await goTo(page, '/organisation/myedit')
  await expect(logo).toHaveAttribute('src', /\/logo\?v=/)
  await expect(logo).not.toHaveAttribute('src', before!)
})

test('organisations › after a switch, nothing of the screen before is asked for in the new organisation', async ({
  page,
  signIn,
}) => {
  test.slow()
  await signIn(USERS.superadmin)
  const idIn = async (path: string, input: object) => (await ask<{ Data: { Id: string }[] }>(page, path, input)).Data[0]!.Id
  const edits = [
    ['/region/getpagedregions/', '/region/{id}/eidt'],
    ['/property/getpagedbyorganisation/', '/property/{id}/edit'],
    ['/property/getpagedbyorganisation/', '/property/{id}/theme'],
    ['/building/building/getpagedbyorganisation', '/building/{id}/edit'],
    ['/mailroom/getpagedbyorganisation', '/mailroom/{id}/edit'],
    ['/portaluser/getpagedusersbyorganisation', '/portaluser/{id}/edit'],
    ['/packageadvisetag/getpagedadvicetagsbyorganisation', '/advicetag/{id}/'],
  ] as const
  const screens: string[] = []
  for (const [path, screen] of edits) screens.push(screen.replace('{id}', await idIn(path, {})))
  for (const family of [
    'property',
    'building',
    'mailroom',
    'portaluser',
    'advicetag',
    'resident',
    'agent',
    'courier',
    'lockerbank',
  ])
    screens.push(`/${family}/create`)
  screens.push('/notificationtemplate/1/1', '/setting/general', '/organisation/myedit')
  const refused: string[] = []
  page.on('response', (reply) => {
    if (reply.url().includes('/api/') && reply.status() >= 400) refused.push(`${reply.status()} ${reply.url()}`)
  })
  const selector = page.getByRole('combobox', { name: 'Organisation', exact: true })
  const select = async (name: string) => {
    const option = page.getByRole('option', { name })
    // The first field of a form that opens takes the focus, which closes the list.
    await expect(async () => {
      if (!(await option.isVisible())) await selector.click()
      await option.click({ timeout: 2_000 })
    }).toPass()
    await expect(selector).toHaveValue(name)
  }
  for (const screen of screens) {
    await goTo(page, screen)
    await expect(page.getByRole('form').first()).toBeVisible()
    await select('Harbour Homes')
    await settle(page)
    expect([screen, refused.splice(0)]).toEqual([screen, []])
    await select('Riverside Living')
    await settle(page)
    expect([screen, refused.splice(0)]).toEqual([screen, []])
  }
})
