import type { Recipe } from '@/lib/import/recipe/recipe'
import { recipes } from '@/lib/import/recipe/recipes/all'
import { type OutgoingLine, readSheetTexts } from '@/lib/import/roundtrip/layout'

// The exported content of libreoffice-returned.xlsx, before two of its cells were edited in LibreOffice.

const headings = [
  '注文番号',
  'カート番号',
  '商品名',
  '数量',
  '受取人名',
  '受取人電話番号',
  '郵便番号',
  '国家',
  '通貨',
]

/** Texts that a spreadsheet reads as formulas, numbers or dates unless they are marked as text. */
const names = [
  '=HYPERLINK("http://x.example","y")',
  '+81',
  '-1',
  '@x',
  '3-2',
  '1E5',
  '007',
  "'150",
  '髙﨑の鞄 𠮷',
]

function qoo10(): Recipe {
  const found = recipes.find(({ id }) => id === 'qoo10-orders')
  if (!found) throw new Error('there is no such recipe')
  return found
}

/** Nine orders with failing postal codes, by the rows of a shop's file. */
export function nineFailing(): OutgoingLine[] {
  const rows = names.map((name, at) => [
    `61234500${at}`,
    `8812003${at}`,
    name,
    '1',
    '山田 太郎',
    `0${at}0-1234-5678`,
    `60000${at}`,
    '日本',
    'JPY',
  ])
  return readSheetTexts(rows, headings, qoo10(), 'orders/japan').map((texts, at) => ({
    key: `K${at}`,
    firstLine: `K${at}`,
    texts,
    messages: ['Recipient postal code: lost its leading zero.'],
    failing: ['recipient.zipCode'],
    origin: { row: 2 + 13 * at, cells: rows[at] ?? [] },
  }))
}
