import { STATUS_CODES } from 'node:http'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020'
import { describe, expect, test } from 'vitest'
import { type Operation, operations } from '@/lib/contract/operations'
import { productCodes } from '@/lib/contract/product-codes'
import { languages } from '@/lib/words/locale/languages'
import { messagesOf } from '@/lib/words/messages'
import type { HttpResponse } from '@/testing/service/harness'
import { sampleElement } from '@/testing/service/samples'
import { suiteHarness } from '@/testing/service/suite-harness'
import { descriptionHandlers, descriptionIn } from './description'

const description = descriptionIn('en')
const ajv = new Ajv2020({
  strict: true,
  // Keywords of OpenAPI, and of a list with only a maximum length.
  keywords: ['paths', 'components', 'openapi', 'info', 'servers', 'tags'],
  formats: { int32: true, int64: true },
})
ajv.addSchema(description, 'description')

/** Why a body does not match a part of the description; nothing if it does. */
function quarrels(pointer: string, body: unknown): string {
  const validate = ajv.getSchema(`description#${pointer}`)
  if (!validate) throw new Error(`Nothing is described at ${pointer}.`)
  return validate(body) ? '' : ajv.errorsText(validate.errors)
}

const cases = Object.values(operations).map(operation => [operation.id, operation as Operation] as const)
const at = ({ path }: Operation) => description.paths[path]?.post
/** The JSON Pointer of a schema at which the description refers to another. */
const target = (ref: { $ref?: string } | undefined) => ref?.$ref?.slice(1) ?? 'nowhere'

describe('the description', () => {
  const suite = suiteHarness()

  const send = (operation: Operation, body: unknown, more: readonly string[] = []) => {
    const { accessToken, secretKey } = suite.harness.credentials
    const authorization = operation.auth.some(scheme => scheme === 'bearer')
      ? `Bearer ${accessToken}`
      : secretKey
    const headers = ['authorization', authorization, 'content-type', 'application/json', ...more]
    return suite.harness.send(operation.id, body, { headers })
  }
  const expectDescribed = (operation: Operation, response: HttpResponse) => {
    const described = at(operation)?.responses[response.status]
    if (described && '$ref' in described) {
      const type = response.headers['content-type']
      expect(type).toBe('application/problem+json')
      const [, , , name = ''] = described.$ref.split('/')
      const { content } = description.components.responses[name] ?? {}
      expect(quarrels(target(content?.['application/problem+json']?.schema), response.body)).toBe('')
    } else {
      expect(quarrels(target(described?.content['application/json']?.schema), response.body)).toBe('')
    }
  }

  test('is valid OpenAPI 3.1 for an independent validator', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(description) as never)).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
    expect(description.info.version).toBe('1.0.0')
  })

  test('is public and cacheable', async () => {
    const first = descriptionHandlers.GET(new Request('http://127.0.0.1/'))
    expect(await first.json()).toEqual(JSON.parse(JSON.stringify(description)))
    expect(first.headers.get('content-type')).toBe('application/json')
    const headers = { 'if-none-match': `"other", W/${first.headers.get('etag')}` }
    expect(descriptionHandlers.GET(new Request('http://127.0.0.1/', { headers })).status).toBe(304)
    expect(descriptionHandlers.POST(new Request('http://127.0.0.1/')).status).toBe(405)
  })

  test('gives the counts and positions of results the types of the API document', () => {
    const int32 = { type: 'integer', format: 'int32', minimum: 0, maximum: 2147483647 }
    const { ValidationResult, OrderFailure, ProductResult } = description.components.schemas
    for (const count of ['requestCount', 'successCount', 'failureCount'])
      expect(ValidationResult?.properties?.[count]).toMatchObject(int32)
    for (const count of ['successCount', 'failureCount'])
      expect(ProductResult?.properties?.[count]).toMatchObject(int32)
    expect(OrderFailure?.properties?.rowIndex).toMatchObject(int32)
  })

  test('names the schemes of every operation', () => {
    expect(Object.fromEntries(cases.map(([id, operation]) => [id, at(operation)?.security]))).toEqual({
      checkJapanOrders: [{ bearerAuth: [] }, { secretKey: [] }],
      checkOrders: [{ bearerAuth: [] }],
      registerJapanOrders: [{ bearerAuth: [] }],
      registerOrders: [{ bearerAuth: [] }],
      registerProducts: [{ secretKey: [] }],
    })
  })

  test('explains only schemas and members that exist', () => {
    const { schemas } = description.components
    for (const [id, texts] of Object.entries(messagesOf('en').openapi.schemas)) {
      // General orders and Japan orders share the words of most schemas.
      const described = Object.keys(schemas).filter(
        name => name === id || name.replace(/^(Japan|General|CheckedGeneral)/, '') === id,
      )
      const members = described.flatMap(name => ['self', ...Object.keys(schemas[name]?.properties ?? {})])
      expect([id, Object.keys(texts).filter(member => !members.includes(member))]).toEqual([id, []])
    }
  })

  test.each(languages)('in %s differs only in sentences and names', language => {
    const own = descriptionIn(language)
    expect(withoutWords(own)).toEqual(withoutWords(description))
    expect(textsOf(own)).toHaveLength(textsOf(description).length)
    if (language !== 'en') {
      const foreign = new Set(textsOf(description))
      expect(textsOf(own).filter(text => foreign.has(text))).toEqual([])
    }
    const code = own.components.schemas.ProductFailure?.properties?.errorCode?.description ?? ''
    // The first that applies is reported, so their order matters.
    expect([...code.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name)).toEqual(productCodes)
  })

  test.each(cases)('%s accepts the examples of its requests', async (_, operation) => {
    const content = at(operation)?.requestBody.content['application/json']
    const examples = Object.values(content?.examples ?? {})
    expect(examples.length).toBeGreaterThan(0)
    for (const { value } of examples) {
      expect(quarrels(target(content?.schema), value)).toBe('')
      const response = await send(operation, value)
      const { isSuccess, failureCount } = response.body as { isSuccess?: boolean; failureCount?: number }
      expect([response.status, isSuccess ?? failureCount === 0]).toEqual([200, true])
    }
  })

  test.each(cases)('%s responds as described, also to failures', async (_, operation) => {
    const response = at(operation)?.responses['200']
    const content = response && 'content' in response ? response.content['application/json'] : undefined
    const examples = Object.values(content?.examples ?? {})
    expect(examples.length).toBeGreaterThan(1)
    for (const { value } of examples) expect(quarrels(target(content?.schema), value)).toBe('')

    const good = (number: string) => ({ [operation.list]: [sampleElement(operation, number)] })
    const key = ['idempotency-key', operation.id]
    const bodies: [unknown, string[], number][] = [
      [good(`${operation.id}-1`), [], 200],
      [good(`${operation.id}-2`), key, 200],
      [good(`${operation.id}-2`), key, 200],
      [{ [operation.list]: [{}, null, 7, sampleElement(operation, 'x')] }, [], 200],
      [{ [operation.list]: [] }, [], 400],
      ['{', [], 400],
      ['x'.repeat(1_000_001), [], 413],
      [good('x'), ['content-encoding', 'gzip'], 415],
    ]
    if (operation.act === 'register') bodies.push([good(`${operation.id}-3`), key, 409])
    for (const [body, more, status] of bodies) {
      const response = await send(operation, body, more)
      expect(response.status).toBe(status)
      expectDescribed(operation, response)
    }
    expectDescribed(operation, await suite.harness.send(operation.id, good('x'), { headers: [] }))
    expectDescribed(operation, await suite.harness.send(operation.id, '', { method: 'GET', headers: [] }))
  })

  test('describes the actual problems', () => {
    for (const [name, { content }] of Object.entries(description.components.responses)) {
      const { schema, examples } = content['application/problem+json'] ?? {}
      const values = Object.values(examples ?? {}).map(({ value }) => value)
      expect(values, name).not.toEqual([])
      for (const value of values) expect(quarrels(target(schema), value), name).toBe('')
    }
  })
})

/** The prose of the description. A group is referred to by its name. */
const WORDED = new Set(['description', 'summary', 'detail', 'errorMessage', 'message'])

const isWorded = (key: string, value: unknown, parent: string): value is string =>
  typeof value === 'string' &&
  (WORDED.has(key) || (parent === 'info' && key === 'title') || (parent === 'tags' && key === 'name'))

function withoutWords(value: unknown, parent = ''): unknown {
  if (Array.isArray(value)) return value.map(each => withoutWords(each, parent))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      if (isWorded(key, member, parent)) return []
      return [[key, isTagList(key, member) ? member.length : withoutWords(member, key)]]
    }),
  )
}

const isTagList = (key: string, value: unknown): value is string[] =>
  key === 'tags' && Array.isArray(value) && value.every(tag => typeof tag === 'string')

function textsOf(value: unknown, parent = ''): string[] {
  if (Array.isArray(value)) return value.flatMap(each => textsOf(each, parent))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    isWorded(key, member, parent) && !REASONS.has(member) ? [member] : textsOf(member, key),
  )
}

/** Summaries of problems, which are the reason phrases of HTTP. */
const REASONS = new Set(Object.values(STATUS_CODES).concat('Payload Too Large'))
