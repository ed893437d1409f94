import { expect, test } from '../support/fixtures'

test('a browser finds the icons and the manifest that it requests by itself', async ({ page, server }) => {
  await page.goto('/sign-in')
  const linked = await page
    .locator('link[rel~="icon"], link[rel="apple-touch-icon"], link[rel="manifest"]')
    .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
  expect(linked).toEqual(
    expect.arrayContaining(['/icon.svg', '/favicon.ico', '/apple-touch-icon.png', '/manifest.webmanifest']),
  )

  const manifest = await page.request.get(`${server.url}/manifest.webmanifest`)
  const { icons } = (await manifest.json()) as { icons: { src: string; type: string }[] }
  expect(icons.length).toBeGreaterThan(0)
  for (const { src, type } of icons) {
    const response = await page.request.get(server.url + src)
    expect(response.status(), src).toBe(200)
    expect(response.headers()['content-type'], src).toBe(type)
  }
  for (const path of linked) expect((await page.request.get(server.url + path)).status(), path).toBe(200)
})
