import { describe, expect, test } from 'vitest'
import { type BaseUrlProblem, parseBaseUrl } from './base-url'

const read = (text: string, allow: readonly string[] = []) => {
  const reading = parseBaseUrl(text, allow)
  return reading.ok ? reading.url : reading.code
}

describe('a base URL', () => {
  test.each([
    ['https://api.shipping.example', 'https://api.shipping.example'],
    ['  https://API.Shipping.example/  ', 'https://api.shipping.example'],
    ['https://api.shipping.example:443/', 'https://api.shipping.example'],
    ['https://api.shipping.example./partner', 'https://api.shipping.example/partner'],
    ['https://api.shipping.example/partner/v2/', 'https://api.shipping.example/partner/v2'],
    ['https://api.shipping.example/a.b/..c', 'https://api.shipping.example/a.b/..c'],
    ['https://api.shipping.example/open-api/v1/', 'https://api.shipping.example'],
    ['https://api.shipping.example/gate/open-api/v1/orders/japan', 'https://api.shipping.example/gate'],
    ['https://api.shipping.example/open-api/v10', 'https://api.shipping.example/open-api/v10'],
    ['https://8.8.8.8', 'https://8.8.8.8'],
    ['https://[2606:4700::1111]/x', 'https://[2606:4700::1111]/x'],
  ])('%s is accepted', (text, url) => expect(read(text)).toBe(url))

  // The longest text that the form accepts; in time that grew with its cube it kept the server for seconds.
  test('that breaks after a long host is refused at once', () => {
    expect(read(`https://a${':'.repeat(1_980)}\n`.concat('b'))).toBe('not-a-url')
  })

  const refused: Record<BaseUrlProblem, string[]> = {
    'not-a-url': [
      '',
      'api.shipping.example',
      'https:api.shipping.example',
      'https:/api.shipping.example',
      'https:\\\\api.shipping.example',
      'https://api.shipping.example\\@evil.example',
      'https://api.shipping.example/a b',
      'https://',
      'https://[::1',
      'javascript:alert(1)',
      'data:text/plain,x',
      'https://api.shi\npping.example',
    ],
    'not-https': ['http://api.shipping.example', 'ftp://api.shipping.example', 'file://host/etc/passwd'],
    'user-info': ['https://mina:secret@api.shipping.example', 'https://api.shipping.example@evil.example/'],
    'query-or-fragment': [
      'https://api.shipping.example/?key=1',
      'https://api.shipping.example?x',
      'https://api.shipping.example/#a',
    ],
    path: [
      'https://api.shipping.example/a/../b',
      'https://api.shipping.example/./',
      'https://api.shipping.example/%2e%2e/b',
      'https://api.shipping.example/a%2fb',
      'https://api.shipping.example//evil',
      'https://api.shipping.example/가',
    ],
    port: ['https://api.shipping.example:8443', 'https://8.8.8.8:22'],
    'private-address': [
      'https://127.0.0.1',
      'https://127.1',
      'https://2130706433',
      'https://0x7f.1',
      'https://0177.0.0.1',
      'https://１２７.0.0.1',
      'https://0.0.0.0',
      'https://10.0.0.8',
      'https://172.16.0.1',
      'https://192.168.0.10',
      'https://169.254.169.254',
      'https://100.64.0.1',
      'https://224.0.0.1',
      'https://255.255.255.255',
      'https://[::1]',
      'https://[::]',
      'https://[::ffff:127.0.0.1]',
      'https://[::ffff:7f00:1]',
      'https://[64:ff9b::7f00:1]',
      'https://[2002:7f00:1::]',
      'https://[fe80::1]',
      'https://[fd00::1]',
      'https://localhost',
      'https://LOCALHOST.',
      'https://x.localhost',
      'https://127.0.0.1:8443',
    ],
  }
  for (const [code, texts] of Object.entries(refused)) {
    test.each(texts)(`%s is refused as ${code}`, text => expect(read(text)).toBe(code))
  }
})

describe('an origin that the deployer allows', () => {
  const allow = ['http://127.0.0.1:9900']

  test('is accepted unchanged, also with a prefix', () => {
    expect(read('http://127.0.0.1:9900', allow)).toBe('http://127.0.0.1:9900')
    expect(read('http://127.0.0.1:9900/api/', allow)).toBe('http://127.0.0.1:9900/api')
  })

  test('allows no other port, scheme or private address', () => {
    expect(read('http://127.0.0.1:9901', allow)).toBe('not-https')
    expect(read('https://127.0.0.1:9900', allow)).toBe('private-address')
    expect(read('http://127.0.0.2:9900', allow)).toBe('not-https')
    expect(read('http://127.0.0.1:9900@evil.example', allow)).toBe('user-info')
  })

  test('still permits no query and no dot segments', () => {
    expect(read('http://127.0.0.1:9900/?a', allow)).toBe('query-or-fragment')
    expect(read('http://127.0.0.1:9900/../', allow)).toBe('path')
  })
})
