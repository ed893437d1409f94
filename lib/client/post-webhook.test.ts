import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WebhookReceiver } from '@/testing/notifications/receiver'
import { parseWebhookUrl, postWebhook } from './post-webhook'

test('the URL of a webhook may have a query and a slash at its end, otherwise the rules of base URLs hold', () => {
  const url = (text: string) => parseWebhookUrl(text, ['http://127.0.0.1:9900'])
  expect(url(' https://hooks.example/a/?shop=1&key=가 ')).toEqual({
    ok: true,
    url: 'https://hooks.example/a/?shop=1&key=%EA%B0%80',
  })
  expect(url('http://127.0.0.1:9900/hook')).toEqual({ ok: true, url: 'http://127.0.0.1:9900/hook' })
  expect(url('http://127.0.0.1:9901/hook')).toEqual({ ok: false, code: 'not-https' })
  expect(url('https://127.0.0.1/hook')).toEqual({ ok: false, code: 'private-address' })
  expect(url('https://user@hooks.example/')).toEqual({ ok: false, code: 'user-info' })
  expect(url('https://hooks.example/../x')).toEqual({ ok: false, code: 'path' })
  expect(url('https://hooks.example/?a#b')).toEqual({ ok: false, code: 'query-or-fragment' })
  expect(url('https://hooks.example/?a?b')).toEqual({ ok: false, code: 'query-or-fragment' })
  expect(url('hooks')).toEqual({ ok: false, code: 'not-a-url' })
})

test('a receiver that never ends its response is left at the deadline, one that never begins it counts as late', async () => {
  const receiver = new WebhookReceiver()
  const origin = await receiver.listen()
  receiver.modes.push('silent')
  expect(await postWebhook(`${origin}/`, '{}', {}, [origin], 1000)).toEqual({
    problem: 'timed_out',
    excerpt: '',
  })
  await receiver.close()
  expect(await postWebhook(`${origin}/`, '{}', {}, [origin], 30_000)).toEqual({
    problem: 'unreachable',
    excerpt: '',
  })
})

test('a private address that is not allowed gets no connection, by http, by https, or by a name', async () => {
  const receiver = new WebhookReceiver()
  const origin = await receiver.listen()
  const blocked = { problem: 'blocked', excerpt: '' }
  expect(await postWebhook(`${origin}/`, '{}', {}, [], 30_000)).toEqual(blocked)
  expect(await postWebhook('https://127.0.0.1/', '{}', {}, [origin], 30_000)).toEqual(blocked)
  // Without TLS not even a public address, although the signature would protect the content.
  expect(await postWebhook('http://1.1.1.1/', '{}', {}, [origin], 500)).toEqual(blocked)
  expect(await postWebhook('https://localhost/', '{}', {}, [origin], 30_000)).toEqual(blocked)
  expect(receiver.received).toEqual([])
  await receiver.close()
})

test('a receiver learns which program sends, because firewalls refuse requests without a name', async () => {
  const server = createServer((request, response) => response.end(request.headers['user-agent']))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { excerpt } = await postWebhook(`${origin}/`, '{}', {}, [origin], 2000)
  expect(excerpt).toMatch(/^Lading\/\d/)
})
