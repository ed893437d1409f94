import type { KindName } from '@/lib/sheet/columns'
import type { SheetId } from '@/lib/sheet/sheets'
import type { HeadingLanguage } from './languages'

/** Words of templates: they are in the language of their headings, whatever that of the screen is. */
export interface TemplateWords {
  readonly sheets: Readonly<Record<SheetId, string>>
  readonly kinds: Readonly<Record<KindName, string>>
  readonly required: string
  readonly optional: string
  readonly atMost: (characters: number) => string
  readonly perOrder: Readonly<Record<'order' | 'product', string>>
  readonly example: string
}

export const templateWords: Readonly<Record<HeadingLanguage, TemplateWords>> = {
  ko: {
    sheets: { 'orders/japan': '일본 주문', 'orders/general': '일반 주문', products: '상품' },
    kinds: {
      text: '텍스트',
      number: '숫자',
      integer: '정수',
      flag: 'true 또는 false',
      choice: '목록에서 선택',
      list: '여러 값: 한 줄에 하나씩',
    },
    required: '필수',
    optional: '선택',
    atMost: characters => `최대 ${characters}자`,
    perOrder: { order: '주문의 첫 행에만 입력', product: '상품의 첫 행에만 입력' },
    example: '예',
  },
  ja: {
    sheets: { 'orders/japan': '日本向け注文', 'orders/general': '一般注文', products: '商品' },
    kinds: {
      text: '文字列',
      number: '数値',
      integer: '整数',
      flag: 'true または false',
      choice: 'リストから選択',
      list: '複数の値：1行に1つ',
    },
    required: '必須',
    optional: '任意',
    atMost: characters => `最大${characters}文字`,
    perOrder: { order: '注文の最初の行にだけ入力', product: '商品の最初の行にだけ入力' },
    example: '例',
  },
  en: {
    sheets: { 'orders/japan': 'Orders to Japan', 'orders/general': 'General orders', products: 'Products' },
    kinds: {
      text: 'text',
      number: 'number',
      integer: 'whole number',
      flag: 'true or false',
      choice: 'one of the list',
      list: 'several values, one a line',
    },
    required: 'required',
    optional: 'optional',
    atMost: characters => `at most ${characters} characters`,
    perOrder: {
      order: 'on the first line of an order alone',
      product: 'on the first line of a product alone',
    },
    example: 'Example',
  },
}
