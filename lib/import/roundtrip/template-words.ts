import type { HeadingLanguage } from '@/lib/import/match/dictionary/languages'
import type { CellKindName } from '@/lib/sheet/schema/columns'
import type { SheetId } from '@/lib/sheet/schema/sheets'

/** Words of templates: they are in the language of their headings, whatever that of the screen is. */
interface TemplateWords {
  readonly sheets: Readonly<Record<SheetId, string>>
  readonly kinds: Readonly<Record<CellKindName, string>>
  readonly required: string
  readonly optional: string
  readonly atMost: (characters: number) => string
  readonly perOrder: Readonly<Record<'order' | 'product', string>>
  readonly example: (text: string) => string
}

export const templateWords: Readonly<Record<HeadingLanguage, TemplateWords>> = {
  ko: {
    sheets: { 'orders/japan': '일본 주문', 'orders/general': '일반 주문', products: '상품' },
    kinds: {
      text: '텍스트',
      number: '숫자',
      integer: '정수',
      flag: '예 또는 아니요',
      choice: '목록에서 선택',
      list: '여러 값(한 줄에 하나씩)',
    },
    required: '필수',
    optional: '선택',
    atMost: characters => `최대 ${characters}자`,
    perOrder: { order: '주문의 첫 행에만 입력', product: '상품의 첫 행에만 입력' },
    example: text => `예: ${text}`,
  },
  ja: {
    sheets: { 'orders/japan': '日本向け注文', 'orders/general': '一般注文', products: '商品' },
    kinds: {
      text: '文字列',
      number: '数値',
      integer: '整数',
      flag: '「はい」または「いいえ」',
      choice: 'リストから選択',
      list: '複数の値（1行に1つ）',
    },
    required: '必須',
    optional: '任意',
    atMost: characters => `最大${characters}文字`,
    perOrder: { order: '注文の先頭行にのみ入力', product: '商品の先頭行にのみ入力' },
    example: text => `例：${text}`,
  },
  en: {
    sheets: { 'orders/japan': 'Japan orders', 'orders/general': 'General orders', products: 'Products' },
    kinds: {
      text: 'text',
      number: 'number',
      integer: 'whole number',
      flag: 'Yes or No',
      choice: 'choose from the list',
      list: 'multiple values, one per line',
    },
    required: 'required',
    optional: 'optional',
    atMost: characters => `up to ${characters} characters`,
    perOrder: {
      order: 'only in the first row of an order',
      product: 'only in the first row of a product',
    },
    example: text => `Example: ${text}`,
  },
}
