import { connect, createServer, type Socket } from 'node:net'
import { expect, fillSignIn, flawsInBothThemes, goTo, test, USERS } from './fixtures.ts'

const LOST = /^Connection lost\. Data as of .+\. Reconnecting …$/

/** A server in front of the product that can be stopped and started again on its port, with all its connections. */
async function stoppable(product: string) {
  const target = new URL(product)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [[client, upstream] as const, [upstream, client] as const]) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => sockets.delete(socket))
      socket.pipe(other)
    }
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as { port: number }
  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return { address: `http://127.0.0.1:${port}`, stop, start: () => listen(port) }
}

test('a stopped server is a banner, grey values and disabled commands, and all recovers when it is back', async ({
  page,
  product,
}) => {
  const server = await stoppable(product)
  await page.goto(`${server.address}/portal/#/login`)
  await fillSignIn(page, USERS.manager)
  await expect(page.getByRole('button', { name: `Account of ${USERS.manager.name}` })).toBeVisible()
  await goTo(page, '/dashboard/main')
  await page.getByRole('rowheader', { name: 'Quay North Lobby' }).click()
  await page.getByRole('button', { name: /^L1,/ }).click()
  const open = page.getByRole('button', { name: /^Open locker/ })
  await expect(open).toBeEnabled()
  const filter = () => page.locator('[data-live]').evaluate((element) => getComputedStyle(element).filter)
  expect(await filter()).toBe('none')

  await server.stop()
  const banner = page.getByRole('alert').filter({ hasText: LOST })
  await expect(banner).toBeVisible()
  await expect(open).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Change state' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Stop remote opening' })).toBeDisabled()
  // Nothing on the screen is of just now.
  await expect(page.getByText('Just now')).toHaveCount(0)
  expect(await filter()).toBe('grayscale(1)')
  expect(await flawsInBothThemes(page)).toEqual([])
  // The failed requests are no notices of their own.
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeEmpty()

  // A dialog whose code has not been loaded opens when the server is back, and so does a screen.
  let loads = 0
  page.on('load', () => loads++)
  await page.keyboard.press('Control+K')
  await server.start()
  await expect(banner).toBeHidden()
  await expect(page.getByPlaceholder('Go to …')).toBeVisible()
  await page.keyboard.press('Escape')
  await server.stop()
  await expect(banner).toBeVisible()
  await goTo(page, '/courier/create')
  await expect(page.getByText('This page opens when the connection is back.')).toBeVisible()
  await expect(page).toHaveTitle(/^New courier ·/)
  await expect(page.getByRole('heading', { level: 1, name: 'New courier' })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Couriers' })).toHaveAttribute('aria-current', 'page')
  await server.start()
  await expect(page.getByRole('heading', { name: 'New courier' })).toBeVisible()
  await page.goBack()
  await expect(open).toBeEnabled()
  expect(await filter()).toBe('none')
  expect(loads).toBe(0)
  await server.stop()
})

test('a server whose database does not respond is a banner too, with the time of the property', async ({ page, signIn }) => {
  await page.clock.install({ time: new Date('2030-01-15T20:30:00Z') })
  await signIn()
  await goTo(page, '/courier/list')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  const busy = { status: 503, json: { Title: 'Busy', Message: 'The service is busy.', Code: 'MsgBusy' } }
  for (const address of ['**/api/**', '**/health/ready']) await page.route(address, (route) => route.fulfill(busy))
  await goTo(page, '/agent/list')
  const banner = page.getByRole('alert').filter({ hasText: /^The service is busy\. Data as of .+ Trying again …$/ })
  // In the organisation's zone: the properties have two.
  await expect(banner).toContainText('3:30 PM')
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled()
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeEmpty()
  await page.unrouteAll()
  await page.clock.runFor(20_000)
  await expect(banner).toBeHidden()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
})

test('a browser without a network keeps what is typed', async ({ page, context, signIn }) => {
  await signIn()
  await goTo(page, '/courier/create')
  const name = page.getByRole('textbox', { name: 'Courier' })
  await name.fill('Pigeon Post')
  await context.setOffline(true)
  const banner = page.getByRole('alert').filter({ hasText: LOST })
  await expect(banner).toBeVisible()
  await expect(name).toHaveValue('Pigeon Post')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeDisabled()
  await context.setOffline(false)
  await expect(banner).toBeHidden()
  await expect(save).toBeEnabled()
  await expect(name).toHaveValue('Pigeon Post')
})
