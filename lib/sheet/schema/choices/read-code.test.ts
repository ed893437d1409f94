import { describe, expect, test } from 'vitest'
import { kinds } from '@/lib/sheet/schema/kinds'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { codesOf } from './choices'
import { codeReaderOf, storedText } from './read-code'
import { shownInFull, valueDisplay } from './shown-value'

const columnOf = (id: string, sheet: SheetId = 'orders/japan') => {
  const column = sheets[sheet].columns.find(known => known.id === id)
  if (!column) throw new Error(id)
  return column
}
const languages = ['en', 'ko', 'ja']

const DECLARED = 'orderInfo.isExportDeclaration'
const COUNTRY = 'recipient.country'
const CURRENCY = 'items[].currency'
const PURPOSE = 'orderInfo.exportPurpose'
const INCOTERMS = 'orderInfo.incoterms'

describe('a typed or pasted text', () => {
  test.each([
    [DECLARED, ['yes', 'Y', 'TRUE', '1', '예', '네', 'はい', '有', '○', ' ＹＥＳ '], 'true'],
    [DECLARED, ['No', 'n', 'False', '0', '아니요', '아니오', 'いいえ', '無', '×'], 'false'],
    [COUNTRY, ['일본', '日本', 'Japan', 'JAPAN', 'ｊｐ', 'jpn'], 'JP'],
    [COUNTRY, ['대한민국', '한국', '韓国', 'South Korea'], 'KR'],
    ['items[].originCountry', ['중국', '中国', 'China'], 'CN'],
    [CURRENCY, ['엔', '円', '¥', '일본 엔', '日本円', 'Japanese Yen', 'jpy'], 'JPY'],
    [INCOTERMS, ['관세 포함', '関税元払い', 'duties paid', 'ddp'], 'DDP'],
    [PURPOSE, ['상업용', '販売用', 'For sale'], 'COMMERCIAL'],
    [PURPOSE, ['샘플', 'サンプル', 'sample'], 'SAMPLE'],
    ['packageInfo.serviceType', ['러시아행', 'ロシア向け', 'for russia'], 'POD'],
  ])('in %s, %j is stored as %s', (id, texts, code) => {
    expect(texts.map(text => storedText(text, columnOf(id)))).toEqual(texts.map(() => code))
  })

  test.each([
    [['호주', '豪州', 'Australia'], 'AU'],
    [['United States of America', '미국', '米国'], 'US'],
    [['UAE', '아랍에미리트연합'], 'AE'],
    [['Turkey', '터키', 'トルコ'], 'TR'],
    [['Czech Republic', '체코'], 'CZ'],
    [['Russian Federation', '러시아연방'], 'RU'],
    [['Korea, Republic of', 'Republic of Korea'], 'KR'],
    [['Viet Nam', '베트남'], 'VN'],
    [['Macau', '마카오', '澳門'], 'MO'],
    [['남아공', '남아프리카공화국'], 'ZA'],
    [['싱가폴', 'シンガポール'], 'SG'],
  ])('as the country of a general order, %j is stored as %s', (texts, code) => {
    const column = columnOf(COUNTRY, 'orders/general')
    expect(texts.map(text => storedText(text, column))).toEqual(texts.map(() => code))
  })

  test.each([
    [DECLARED, ['maybe', '2', 'ye', 'yes and no', '네요', ' ']],
    [COUNTRY, ['Atlantis', 'Korea/Japan', 'land', '일', 'JPX']],
    [CURRENCY, ['CNY', '원엔', '1,000円']],
    [INCOTERMS, ['FOB', 'duties']],
    ['recipient.name', ['Japan', 'yes', 'true']],
  ])('in %s, %j stay as they are', (id, texts) => {
    expect(texts.map(text => storedText(text, columnOf(id)))).toEqual(texts)
  })

  test('is read the same way in the general sheet, where codes are only suggested', () => {
    expect(storedText('미국', columnOf(COUNTRY, 'orders/general'))).toBe('US')
    expect(storedText('somewhere', columnOf(COUNTRY, 'orders/general'))).toBe('somewhere')
  })

  test('stays unchanged if it is a code', () => {
    expect(codeReaderOf(columnOf(COUNTRY))?.('JP')).toBeUndefined()
    expect(codeReaderOf(columnOf(DECLARED))?.('true')).toBeUndefined()
    expect(codeReaderOf(columnOf('recipient.name'))).toBeUndefined()
  })
})

describe('a stored text', () => {
  test.each([
    [DECLARED, 'true', ['Yes', '예', 'はい']],
    [DECLARED, 'false', ['No', '아니요', 'いいえ']],
    [DECLARED, '예', ['Yes', '예', 'はい']],
    [DECLARED, 'maybe', ['maybe', 'maybe', 'maybe']],
    [COUNTRY, 'JP', ['JP Japan', 'JP 일본', 'JP 日本']],
    [COUNTRY, 'jp', ['jp Japan', 'jp 일본', 'jp 日本']],
    [COUNTRY, 'Atlantis', ['Atlantis', 'Atlantis', 'Atlantis']],
    [CURRENCY, 'EUR', ['EUR Euro', 'EUR 유로', 'EUR ユーロ']],
    [PURPOSE, 'COMMERCIAL', ['COMMERCIAL For sale', 'COMMERCIAL 상업용', 'COMMERCIAL 販売用']],
    [INCOTERMS, 'DAP', ['DAP Duties unpaid', 'DAP 관세 미포함', 'DAP 関税着払い']],
    ['recipient.name', 'JP', ['JP', 'JP', 'JP']],
    [COUNTRY, '', ['', '', '']],
  ])('in %s, %s is shown in each language', (id, text, shown) => {
    expect(languages.map(language => shownInFull(text, columnOf(id), language))).toEqual(shown)
  })

  test('of the general sheet is sent as it is, so only an exact code has a label', () => {
    const column = columnOf(COUNTRY, 'orders/general')
    expect([shownInFull('US', column, 'ko'), shownInFull('us', column, 'ko')]).toEqual(['US 미국', 'us'])
  })

  test('has the same display in columns of any width, and another one in another language', () => {
    const column = columnOf(COUNTRY)
    const display = valueDisplay(column, 'ko')
    expect(valueDisplay({ ...column, width: 400 }, 'ko')).toBe(display)
    expect(valueDisplay(column, 'ja')).not.toBe(display)
    expect(valueDisplay(columnOf(COUNTRY, 'orders/general'), 'ko')).not.toBe(display)
  })
})

const coded = Object.values(sheets).flatMap(sheet =>
  sheet.columns.filter(column => codesOf(column)).map(column => [sheet.id, column.id, column] as const),
)

test.each(coded)('in %s, every label of %s is read as its code in any language', (_, __, column) => {
  const codes = codesOf(column) ?? []
  for (const language of languages)
    for (const code of codes) {
      const shown = valueDisplay(column, language)?.(code)
      const name = shown?.label || shown?.text
      if (name === undefined) continue
      expect([language, code, name, storedText(name, column)]).toEqual([language, code, name, code])
    }
})

test('a flag is stored only where the contract reads it in the same way', () => {
  const column = columnOf(DECLARED)
  for (const text of ['yes', '예', 'はい', '有', 'no', '아니오', 'いいえ', '×', 'maybe', '2', '']) {
    const stored = storedText(text, column)
    expect(kinds.flag.read(stored, column)).toEqual(
      'code' in kinds.flag.read(text, column) ? kinds.flag.read(text, column) : { value: stored === 'true' },
    )
  }
})
