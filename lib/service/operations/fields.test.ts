import { describe, expect, test } from 'vitest'
import { type Operation, type OperationId, operations } from '@/lib/contract/operations'
import { productResult, registrationResult, validationResult } from '@/lib/contract/results'
import { casesOf, type Member, MISSING, membersOf, withMember } from '@/testing/service/field-cases'
import { sampleElement } from '@/testing/service/samples'
import { suiteHarness } from '@/testing/service/suite-harness'
import { writeLosslessJson } from '../json'

// Every field of every operation in the API description, over HTTP.

/** Leaves of the API document's tables; objects and lists are counted on top. */
const leafCounts: Readonly<Record<OperationId, number>> = {
  checkJapanOrders: 42,
  registerJapanOrders: 42,
  checkOrders: 33,
  registerOrders: 31,
  registerProducts: 23,
}

describe.each(Object.values(operations))('$id', (operation: Operation) => {
  const suite = suiteHarness()

  const members = membersOf(operation.element)
  // The prices are so far apart that no value of one makes the other fail.
  const apart = operation.list === 'products' ? { productPrice: 1e308, discountedProductPrice: -1 } : {}
  let count = 0

  const send = async (elements: readonly unknown[]) => {
    const { accessToken, secretKey } = suite.harness.credentials
    const authorization = operation.auth.some(scheme => scheme === 'bearer')
      ? `Bearer ${accessToken}`
      : secretKey
    const headers = ['authorization', authorization, 'content-type', 'application/json']
    const response = await suite.harness.send(
      operation.id,
      writeLosslessJson({ [operation.list]: elements }),
      {
        headers,
      },
    )
    expect([response.status, response.body]).toEqual([200, expect.any(Object)])
    return response.body
  }

  /** The failing fields of elements that are sent one by one; `?` if an operation names no field. */
  const failingAlone = (elements: readonly unknown[]) =>
    Promise.all(
      elements.map(async element => {
        const body = await send([element])
        if (operation.list === 'data') return registrationResult.parse(body).isSuccess ? [] : ['?']
        const [failure] = productResult.parse(body).failures
        return failure ? [failure.message.replace(/: .*/s, '')] : []
      }),
    )

  const failingTogether = async (elements: readonly unknown[]) => {
    const { failures } = validationResult.parse(await send(elements))
    return elements.map(
      (_, row) =>
        failures.find(order => order.rowIndex === row)?.failures.map(failure => failure.errorField) ?? [],
    )
  }

  const failingWith = (member: Member, values: readonly unknown[]) => {
    if (values.length === 0) return []
    // Each element has its own number, so that none is a repetition; a tested number stays unchanged.
    const elements = values.map(value =>
      withMember({ ...sampleElement(operation, `F-${count++}`), ...apart }, member, value),
    )
    return operation.act === 'check' ? failingTogether(elements) : failingAlone(elements)
  }

  test('has the fields of the API document', () => {
    const leaves = members.filter(({ rule }) => rule.type !== 'object' && rule.type !== 'array')
    expect(leaves).toHaveLength(leafCounts[operation.id])
  })

  test.each(members.map(member => [member.path, member] as const))('%s', async (path, member) => {
    const fails = operation.act === 'register' && operation.list === 'data' ? ['?'] : [path]
    const absent = member.isRequired ? fails : []
    expect(await failingWith(member, [MISSING, null])).toEqual([absent, absent])
    const { refused, taken } = casesOf(member.rule)
    expect(await failingWith(member, refused)).toEqual(refused.map(() => fails))
    expect(await failingWith(member, taken)).toEqual(taken.map(() => []))
  })
})
