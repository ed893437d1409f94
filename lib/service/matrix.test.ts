import { describe, expect, test } from 'vitest'
import { type OperationId, operations } from '@/lib/contract/operations'
import { exposeRepeatedAuthorization } from '@/lib/server/repeated-authorization'
import { sampleElement } from '@/testing/service/samples'
import { suiteHarness } from '@/testing/service/suite-harness'

// As the server does when it starts.
exposeRepeatedAuthorization()

/** Accepted credentials of each operation by the API document (Authentication, 1 to 3). */
const document: Readonly<Record<OperationId, { bearer: boolean; key: boolean }>> = {
  checkJapanOrders: { bearer: true, key: true },
  checkOrders: { bearer: true, key: false },
  registerJapanOrders: { bearer: true, key: false },
  registerOrders: { bearer: true, key: false },
  registerProducts: { bearer: false, key: true },
}

interface Form {
  /** Values of the Authorization headers. */
  readonly sent: (token: string, key: string) => readonly string[]
  /** The kind that the operation must accept; absent: the value is never accepted. */
  readonly proves?: 'bearer' | 'key'
}

const forms: Readonly<Record<string, Form>> = {
  'no header': { sent: () => [] },
  'an empty header': { sent: () => [''] },
  'Bearer and the token': { sent: token => [`Bearer ${token}`], proves: 'bearer' },
  'bearer in lower case': { sent: token => [`bearer ${token}`], proves: 'bearer' },
  'bearer in upper case': { sent: token => [`BEARER ${token}`], proves: 'bearer' },
  'the key alone': { sent: (_, key) => [key], proves: 'key' },
  'the key after Bearer': { sent: (_, key) => [`Bearer ${key}`] },
  'the key after bearer': { sent: (_, key) => [`bearer ${key}`] },
  'the token alone': { sent: token => [token] },
  'the token after Basic': { sent: token => [`Basic ${token}`] },
  'the token twice': { sent: token => [`Bearer ${token}`, `Bearer ${token}`] },
  'the key twice': { sent: (_, key) => [key, key] },
  'the token, then the key': { sent: (token, key) => [`Bearer ${token}`, key] },
  'the key, then the token': { sent: (token, key) => [key, `Bearer ${token}`] },
  'both in one header': { sent: (token, key) => [`Bearer ${token}, ${key}`] },
}

describe('authentication and scopes', () => {
  const suite = suiteHarness()

  const cases = Object.values(operations).flatMap(({ id }) =>
    Object.keys(forms).map(form => [id, form] as const),
  )
  test.each(cases)('%s with %s', async (id, name) => {
    const form = forms[name] as Form
    const operation = operations[id]
    const { accessToken, secretKey } = suite.harness.credentials
    const sent = form.sent(accessToken, secretKey).flatMap(value => ['authorization', value])
    const body = { [operation.list]: [sampleElement(operation, `${id} ${name}`)] }
    const response = await suite.harness.send(id, body, {
      headers: [...sent, 'content-type', 'application/json'],
    })
    expect(response.status).toBe(form.proves && document[id][form.proves] ? 200 : 401)
    if (response.status === 200) return
    expect(response.headers['www-authenticate']).toMatch(/^Bearer realm="Lading"/)
    expect(response.headers['content-type']).toBe('application/problem+json')
  })
})
