import { expect, test } from '../support/fixtures'

test('a new machine answers /healthz and shows a page', async ({ page, server }) => {
  const answer = await page.request.get(`${server.url}/healthz`)
  expect(answer.status()).toBe(200)
  expect(await answer.json()).toEqual({ status: 'ok' })
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('a killed server comes back at the same address', async ({ page, server }) => {
  await server.kill()
  await server.restart()
  expect((await page.request.get('/healthz')).status()).toBe(200)
})
