import { describe, expect, it } from 'vitest'
import { japanOrder } from '@/lib/contract/orders'
import { sampleOrder } from '@/testing/service/samples'
import { readElement, readElementAsLatin1 } from '../body/elements'
import { createOrderValidator } from './order-validator'

const { validate, validateFast } = createOrderValidator(japanOrder, ['1'])

/** The results of the fast and of the exact validation of an order. */
function look(own: { readonly mallOrderNumber: string }, mend: (text: string) => string = text => text) {
  const buffer = Buffer.from(mend(JSON.stringify(sampleOrder(own))))
  const piece = { buffer, start: 0, end: buffer.length }
  const approximate = readElementAsLatin1(piece)
  return {
    glanced: approximate && validateFast(approximate.value),
    judged: validate(readElement(piece)?.value),
  }
}

describe('The fast validation of an order', () => {
  it('returns the number of a valid order, also with texts beyond ASCII', () => {
    const { glanced, judged } = look({ mallOrderNumber: '1120-7728' })
    expect(judged).toEqual({ number: '1120-7728', failures: [] })
    expect(glanced).toBe('1120-7728')
  })

  it.each([
    ['a number beyond ASCII', '注文-1'],
    ['a number beyond ASCII that is as long as it may be', '注'.repeat(100)],
  ])('leaves %s to the exact validation', (_, mallOrderNumber) => {
    const { glanced, judged } = look({ mallOrderNumber })
    expect(judged).toEqual({ number: mallOrderNumber, failures: [] })
    expect(glanced).toBeUndefined()
  })

  it.each([
    ['a number with half a character', (text: string) => text.replace('A-1', '\\ud800')],
    ['a number with NUL', (text: string) => text.replace('A-1', '\\u0000')],
    ['an unknown warehouse', (text: string) => text.replace('"warehouseId":1', '"warehouseId":2')],
    ['a choice with something beyond ASCII', (text: string) => text.replace('"DDP"', '"DDPé"')],
    ['a text that is too long', (text: string) => text.replace('Hanbit Store', '店'.repeat(51))],
    ['no JSON', (text: string) => text.replace('{', '{é')],
    [
      'an id beyond 64 bits',
      (text: string) => text.replace('"warehouseId":1', '"warehouseId":9223372036854775808'),
    ],
  ])('never accepts %s', (_, mend) => {
    const { glanced, judged } = look({ mallOrderNumber: 'A-1' }, mend)
    expect(judged.failures).not.toEqual([])
    expect(glanced).toBeUndefined()
  })
})

describe('The exact validation of an order', () => {
  it('reads the members beside its items as often for many items as for few', () => {
    const readsWith = (count: number) => {
      let reads = 0
      const order = sampleOrder({ mallOrderNumber: 'A-1' })
      const { failures } = validate({
        ...order,
        sender: 1,
        items: Array(count).fill(order.items[0]),
        get remark() {
          reads++
          return null
        },
      })
      expect(failures).toMatchObject([{ field: 'sender' }])
      return reads
    }
    expect(readsWith(9000)).toBe(readsWith(1001))
  })
})
