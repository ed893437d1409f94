import { expect, test } from 'vitest'
import { descriptionIn } from '@/lib/service/description'
import { rowsOf } from './rows'

const description = descriptionIn('en')
const rows = (id: string) => rowsOf(description, { $ref: `#/components/schemas/${id}` })

test('every field of an order has its line, below the object that contains it', () => {
  const order = rows('JapanOrder')
  expect(order.filter(row => !row.schema.properties && !row.schema.items)).toHaveLength(42)
  expect(order.find(row => row.path === 'items[].price')).toMatchObject({ depth: 1, isRequired: true })
  expect(order.find(row => row.path === 'recipient.email')).toMatchObject({ isRequired: false })
  const paths = order.map(row => row.path)
  expect(paths.indexOf('recipient')).toBe(paths.indexOf('recipient.country') - 1)
})

test('options of a product are listed inside their groups, with the words of the description', () => {
  const option = rows('Product').find(row => row.path === 'productOptionGroup[].productOption[].order')
  expect(option).toMatchObject({ depth: 2, schema: { description: 'Position among the options.' } })
})
