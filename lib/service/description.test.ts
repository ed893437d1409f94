import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020'
import { describe, expect, test } from 'vitest'
import { describeService } from '@/lib/contract/openapi'
import { schemaWords } from '@/lib/contract/openapi-words'
import { type Operation, operations } from '@/lib/contract/operations'
import { describing } from './description'
import type { Answer } from './rig'
import { sampleElement } from './samples'
import { suiteRig } from './suite-rig'

const description = describeService()
const ajv = new Ajv2020({
  strict: true,
  // Words of OpenAPI, and of a list whose length alone is bounded.
  keywords: ['paths', 'components', 'openapi', 'info', 'servers', 'tags'],
  formats: { int32: true, int64: true },
})
ajv.addSchema(description, 'description')

/** Why a body is not what a part of the description says; nothing when it is. */
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
  const suite = suiteRig()

  const send = (operation: Operation, body: unknown, more: readonly string[] = []) => {
    const { accessToken, secretKey } = suite.rig.credentials
    const authorization = operation.auth.some(scheme => scheme === 'bearer')
      ? `Bearer ${accessToken}`
      : secretKey
    const headers = ['authorization', authorization, 'content-type', 'application/json', ...more]
    return suite.rig.send(operation.id, body, { headers })
  }
  const expectDescribed = (operation: Operation, answer: Answer) => {
    const described = at(operation)?.responses[answer.status]
    if (described && '$ref' in described) {
      const type = answer.headers['content-type']
      expect(type).toBe('application/problem+json')
      const [, , , name = ''] = described.$ref.split('/')
      const { content } = description.components.responses[name] ?? {}
      expect(quarrels(target(content?.['application/problem+json']?.schema), answer.body)).toBe('')
    } else {
      expect(quarrels(target(described?.content['application/json']?.schema), answer.body)).toBe('')
    }
  }

  test('is valid OpenAPI 3.1, for a validator that others keep', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(description) as never)).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
    expect(description.info.version).toBe('1.0.0')
  })

  test('is served to everybody, and kept by who has it already', async () => {
    const first = describing.GET(new Request('http://127.0.0.1/'))
    expect(await first.json()).toEqual(JSON.parse(JSON.stringify(description)))
    expect(first.headers.get('content-type')).toBe('application/json')
    const headers = { 'if-none-match': `"other", W/${first.headers.get('etag')}` }
    expect(describing.GET(new Request('http://127.0.0.1/', { headers })).status).toBe(304)
    expect(describing.POST().status).toBe(405)
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

  test('has words only of what there is', () => {
    for (const [id, words] of Object.entries(schemaWords)) {
      const members = Object.keys(description.components.schemas[id]?.properties ?? {})
      expect([id, Object.keys(words).filter(name => name !== '' && !members.includes(name))]).toEqual([
        id,
        [],
      ])
    }
  })

  test.each(cases)('%s takes the examples of its requests', async (_, operation) => {
    const content = at(operation)?.requestBody.content['application/json']
    const examples = Object.values(content?.examples ?? {})
    expect(examples.length).toBeGreaterThan(0)
    for (const { value } of examples) {
      expect(quarrels(target(content?.schema), value)).toBe('')
      const answer = await send(operation, value)
      const { isSuccess, failureCount } = answer.body as { isSuccess?: boolean; failureCount?: number }
      expect([answer.status, isSuccess ?? failureCount === 0]).toEqual([200, true])
    }
  })

  test.each(cases)('%s answers what is described, also when something fails', async (_, operation) => {
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
      const answer = await send(operation, body, more)
      expect(answer.status).toBe(status)
      expectDescribed(operation, answer)
    }
    expectDescribed(operation, await suite.rig.send(operation.id, good('x'), { headers: [] }))
    expectDescribed(operation, await suite.rig.send(operation.id, '', { method: 'GET', headers: [] }))
  })

  test('describes problems as they are', () => {
    for (const [name, { content }] of Object.entries(description.components.responses)) {
      const { schema, examples } = content['application/problem+json'] ?? {}
      for (const { value } of Object.values(examples ?? {})) {
        expect([name, quarrels(target(schema), value)]).toEqual([name, ''])
      }
    }
  })
})
