import type { Column } from '@/lib/sheet/schema/columns'
import { isImage } from '@/lib/sheet/schema/links'

/** What a column expects; `lib/words` has a sentence for each under `explanations.rules`. */
export type RuleKey =
  | 'orderNumber'
  | 'productId'
  | 'warehouse'
  | 'warehouses'
  | 'choices'
  | 'likelyChoices'
  | 'companyCode'
  | 'country'
  | 'flag'
  | 'personName'
  | 'senderName'
  | 'telephone'
  | 'email'
  | 'japanesePostalCode'
  | 'postalCode'
  | 'prefecture'
  | 'state'
  | 'city'
  | 'street'
  | 'addressDetail'
  | 'customsCode'
  | 'japaneseName'
  | 'japaneseAddress'
  | 'corporateNumber'
  | 'waybill'
  | 'carrier'
  | 'weight'
  | 'dimension'
  | 'count'
  | 'price'
  | 'goodsName'
  | 'hsCode'
  | 'itemCode'
  | 'material'
  | 'webAddress'
  | 'imageAddress'
  | 'imageAddresses'
  | 'brand'
  | 'discountedPrice'
  | 'amount'
  | 'stock'
  | 'purchaseQuantity'
  | 'position'
  | 'optionType'
  | 'optionName'
  | 'number'
  | 'wholeNumber'
  | 'text'

/** What is known of the record and of the connection besides the column. */
export interface RuleContext {
  readonly isToJapan: boolean
  /** Whether the order certainly goes to another country, so that what orders to Japan allow says nothing about it. */
  readonly isAbroad: boolean
  /** The warehouses of the connection in one line; '' where none are known. */
  readonly warehouses: string
}

/** The rule of a column, with what its sentence mentions. */
export interface FieldRule {
  readonly key: RuleKey
  readonly params: Readonly<Record<string, string>>
}

/** Rules of columns whose kind alone does not say what to enter. */
const byColumn: Readonly<Record<string, RuleKey>> = {
  'orderInfo.mallOrderNumber': 'orderNumber',
  'orderInfo.carrier': 'carrier',
  'orderInfo.domesticShippingNumber': 'waybill',
  'sender.name': 'senderName',
  'recipient.country': 'country',
  'recipient.email': 'email',
  'recipient.state': 'state',
  'recipient.city': 'city',
  'recipient.address': 'street',
  'recipient.addressDetail': 'addressDetail',
  'recipient.personalCustomsClearanceCode': 'customsCode',
  'recipient.importerJapaneseName': 'japaneseName',
  'recipient.importerJapaneseZipCode': 'japanesePostalCode',
  'recipient.importerJapaneseState': 'prefecture',
  'recipient.importerJapaneseCity': 'japaneseAddress',
  'recipient.importerJapaneseAddress': 'japaneseAddress',
  'recipient.importerJapaneseAddressDetail': 'japaneseAddress',
  'recipient.importerCorporateNumber': 'corporateNumber',
  'packageInfo.actualWeight': 'weight',
  'packageInfo.quantity': 'count',
  'packageInfo.width': 'dimension',
  'packageInfo.length': 'dimension',
  'packageInfo.height': 'dimension',
  'items[].name': 'goodsName',
  'items[].quantity': 'count',
  'items[].price': 'price',
  'items[].actualWeight': 'weight',
  'items[].hscode': 'hsCode',
  'items[].itemCode': 'itemCode',
  'items[].material': 'material',
  shopProductId: 'productId',
  productName: 'goodsName',
  brandName: 'brand',
  stockQuantity: 'stock',
  productPrice: 'price',
  discountedProductPrice: 'discountedPrice',
  domesticShippingPrice: 'amount',
  freeDomesticShippingPriceCondition: 'amount',
  'productOptionGroup[].productOptionGroupType': 'optionType',
  'productOptionGroup[].productOption[].optionPrice': 'amount',
  'productOptionGroup[].productOption[].stockQuantity': 'stock',
  'productOptionGroup[].productOption[].order': 'position',
  'productOptionGroup[].productOption[].availablePurchaseQuantityMin': 'purchaseQuantity',
  'productOptionGroup[].productOption[].availablePurchaseQuantityMax': 'purchaseQuantity',
}

const byKind: Readonly<Record<Column['kind'], RuleKey>> = {
  text: 'text',
  number: 'number',
  integer: 'wholeNumber',
  flag: 'flag',
  choice: 'choices',
  list: 'text',
}

/** Choices that a sentence lists; longer lists are found in the cell's editor. */
const MAX_LISTED = 8

/** What to enter in a column, from the contract and what its fields mean. */
export function fieldRule(column: Column, context: RuleContext): FieldRule {
  const choices = listed(column.accepts ?? column.choices)
  const likely = context.isAbroad ? '' : listed(column.hint?.choices)
  const key = ruleOf(column, context, choices, likely)
  return {
    key,
    params: { example: column.example, choices: choices || likely, warehouses: context.warehouses },
  }
}

function ruleOf(column: Column, context: RuleContext, choices: string, likely: string): RuleKey {
  if (column.id === 'warehouseId') return context.warehouses === '' ? 'warehouse' : 'warehouses'
  if (choices !== '') return 'choices'
  if (likely !== '') return 'likelyChoices'
  if (column.url)
    return isImage(column) ? (column.kind === 'list' ? 'imageAddresses' : 'imageAddress') : 'webAddress'
  const known = byColumn[column.id]
  if (known === 'state' && context.isToJapan) return 'prefecture'
  if (known) return known
  if (column.hint?.choices) return 'companyCode'
  if (column.holds === 'telephone') return 'telephone'
  if (column.holds === 'postal') return context.isToJapan ? 'japanesePostalCode' : 'postalCode'
  if (column.holds === 'person') return 'personName'
  return column.group === 'option' || column.group === 'optionGroup'
    ? optionRule(column)
    : byKind[column.kind]
}

const optionRule = ({ kind, holds }: Column): RuleKey =>
  kind === 'text' && holds === undefined ? 'optionName' : byKind[kind]

const listed = (values: readonly string[] | undefined): string =>
  values === undefined || values.length > MAX_LISTED ? '' : values.join(', ')
