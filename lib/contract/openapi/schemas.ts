import * as z from 'zod'
import { type OperationId, operations } from '@/lib/contract/operations'
import { checkedGeneralOrder, generalOrder, japanOrder } from '@/lib/contract/orders'
import { product } from '@/lib/contract/products'
import {
  fieldFailure,
  orderFailure,
  orderSuccess,
  problem,
  productFailure,
  productResult,
  registrationResult,
  validationResult,
} from '@/lib/contract/results'
import type { DescriptionWords } from './description-words'

/** A schema as JSON Schema writes it (draft 2020-12): what readers of the description look at. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly string[]
  readonly examples?: readonly unknown[]
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
}

const options = product.shape.productOptionGroup.unwrap().element
const option = options.shape.productOption.unwrap().element

/** Schemas with a name; all others are written inline. */
const named: Readonly<Record<string, z.ZodType>> = {
  JapanOrders: operations.registerJapanOrders.request,
  CheckedGeneralOrders: operations.checkOrders.request,
  GeneralOrders: operations.registerOrders.request,
  Products: operations.registerProducts.request,
  JapanOrder: japanOrder,
  JapanOrderInfo: japanOrder.shape.orderInfo,
  JapanRecipient: japanOrder.shape.recipient,
  Sender: japanOrder.shape.sender,
  PackageInfo: japanOrder.shape.packageInfo,
  JapanItem: japanOrder.shape.items.element,
  CheckedGeneralOrder: checkedGeneralOrder,
  CheckedGeneralOrderInfo: checkedGeneralOrder.shape.orderInfo,
  GeneralOrder: generalOrder,
  GeneralOrderInfo: generalOrder.shape.orderInfo,
  GeneralRecipient: generalOrder.shape.recipient,
  GeneralSender: generalOrder.shape.sender,
  GeneralPackageInfo: generalOrder.shape.packageInfo,
  GeneralItem: generalOrder.shape.items.element,
  Product: product,
  ProductOptionGroup: options,
  ProductOptionGroupName: options.shape.productOptionGroupName.unwrap().element,
  ProductOption: option,
  ProductOptionName: option.shape.productOptionName.unwrap().element,
  ValidationResult: validationResult,
  OrderFailure: orderFailure,
  FieldFailure: fieldFailure,
  RegistrationResult: registrationResult,
  OrderSuccess: orderSuccess,
  ProductResult: productResult,
  ProductFailure: productFailure,
  Problem: problem,
}

const PLACE = '#/components/schemas/'

/** All named schemas of the contract, by name. They refer to each other. */
export function schemas(words: DescriptionWords): Readonly<Record<string, Schema>> {
  const names = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) names.add(schema, { id })
  const written = z.toJSONSchema(names, {
    uri: id => `${PLACE}${id}`,
    io: 'input',
    unrepresentable: 'any',
  }).schemas
  return Object.fromEntries(
    Object.entries(written).map(([id, { $schema, $id, ...schema }]) => [
      id,
      describe(words, id, schema as Schema),
    ]),
  )
}

function describe(words: DescriptionWords, id: string, schema: Schema): Schema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const description = words.meaning(id, name)
    return [name, description === undefined ? member : { ...member, description }]
  })
  const description = words.meaning(id, 'self')
  return {
    ...(description !== undefined && { description }),
    ...schema,
    properties: Object.fromEntries(properties),
  }
}

/** How a part of the description refers to a schema. */
export const refTo = (id: string): Schema => ({ $ref: `${PLACE}${id}` })

/** The request and response schemas of an operation. */
export const shapes: Readonly<Record<OperationId, { readonly request: string; readonly response: string }>> =
  {
    checkJapanOrders: { request: 'JapanOrders', response: 'ValidationResult' },
    checkOrders: { request: 'CheckedGeneralOrders', response: 'ValidationResult' },
    registerJapanOrders: { request: 'JapanOrders', response: 'RegistrationResult' },
    registerOrders: { request: 'GeneralOrders', response: 'RegistrationResult' },
    registerProducts: { request: 'Products', response: 'ProductResult' },
  }
