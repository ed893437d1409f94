import { expect, test } from '../support/fixtures'
import { Server } from '../support/server'

test('a new machine responds to /healthz and shows a page', async ({ page, server }) => {
  const response = await page.request.get(`${server.url}/healthz`)
  expect(response.status()).toBe(200)
  expect(await response.json()).toEqual({ status: 'ok' })
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('a killed server comes back at the same address', async ({ page, server }) => {
  await server.kill()
  await server.restart()
  expect((await page.request.get('/healthz')).status()).toBe(200)
})

test('the first request that a starting server takes is treated as all others', async ({ server }) => {
  const languages = new Set<string | undefined>()
  const restart = { isOver: false }
  const restarting = server.restart().finally(() => {
    restart.isOver = true
  })
  while (!restart.isOver) {
    const page = await fetch(`${server.url}/sign-in`, { headers: { 'accept-language': 'ja' } }).then(
      response => response.text(),
      () => undefined,
    )
    if (page !== undefined) languages.add(/<html[^>]* lang="(\w+)"/.exec(page)?.[1])
  }
  await restarting
  expect([...languages]).toEqual(['ja'])
})

test('a body that a starting server takes reaches its page whole', async ({ server }) => {
  const statuses = new Set<number>()
  const restart = { isOver: false }
  const restarting = server.restart().finally(() => {
    restart.isOver = true
  })
  while (!restart.isOver) {
    const response = await fetch(`${server.url}/sign-in`, {
      method: 'POST',
      headers: { 'next-action': '0'.repeat(42), 'content-type': 'text/plain;charset=UTF-8' },
      body: JSON.stringify(['x'.repeat(1000)]),
      signal: AbortSignal.timeout(10_000),
    }).catch(error => {
      if (error instanceof Error && error.name === 'TimeoutError') throw error
    })
    if (response) statuses.add(response.status)
  }
  await restarting
  // No action has this id, which the server reports once the whole body has arrived.
  expect([...statuses]).toEqual([409])
})

test('a server whose log has no reader any more works on', async () => {
  const server = await Server.start({ LOG_REQUESTS: '1' })
  try {
    server.loseLog()
    // Each of these requests has a line in the log; a server that ended would refuse the later ones.
    for (let at = 0; at < 5; at++) expect((await fetch(`${server.url}/sign-in`)).status).toBe(200)
    expect(await server.stop()).toBe(143)
  } finally {
    await server.close()
  }
})
