import { describe, expect, test } from 'vitest'
import { recordLines } from '@/lib/sheet/schema/record-lines'
import { sheets } from '@/lib/sheet/schema/sheets'
import { damagedCells } from './damaged'

const sheet = sheets['orders/japan']

const damageOf = (texts: Record<string, string>) =>
  damagedCells(recordLines([{ id: 'L1', rank: 1, texts }], sheet.columns)).map(({ cells, code }) => [
    cells[0]?.column,
    code,
  ])

describe('texts that were damaged before the import block their orders', () => {
  test('a waybill and an order number that a spreadsheet shortened', () => {
    expect(
      damageOf({
        'orderInfo.mallOrderNumber': '1.23E+11',
        'orderInfo.domesticShippingNumber': ' 6.1234E+11 ',
      }),
    ).toEqual([
      ['orderInfo.mallOrderNumber', 'scientific'],
      ['orderInfo.domesticShippingNumber', 'scientific'],
    ])
  })

  test('a code that contains an E is not a shortened number', () => {
    expect(damageOf({ 'items[].itemCode': '219E01BE', 'orderInfo.mallOrderNumber': '12E+3A' })).toEqual([])
  })

  test('an imported number with more digits than a spreadsheet keeps fails until it is edited', () => {
    const origins = JSON.stringify({
      'orderInfo.mallOrderNumber': { kind: 'cut', text: '12345678901234567890' },
    })
    const came = { 'orderInfo.mallOrderNumber': '12345678901234567890', '[].$origins': origins }
    expect(damageOf(came)).toEqual([['orderInfo.mallOrderNumber', 'cut_digits']])
    expect(damageOf({ ...came, 'orderInfo.mallOrderNumber': '12345678901234567891' })).toEqual([])
  })

  test('errors of a spreadsheet, and characters that were lost', () => {
    expect(damageOf({ 'items[].name': '#N/A', 'recipient.name': '山\ufffd 太郎' })).toEqual([
      ['recipient.name', 'unreadable_characters'],
      ['items[].name', 'program_error'],
    ])
    // A part of a name or an address that was joined from several cells, and an error of Google Sheets.
    expect(
      damageOf({
        'recipient.name': '山田 #N/A',
        'recipient.zipCode': '#REF!-0041',
        'items[].name': '#ERROR!',
      }),
    ).toEqual([
      ['recipient.name', 'program_error'],
      ['recipient.zipCode', 'program_error'],
      ['items[].name', 'program_error'],
    ])
    expect(damageOf({ 'recipient.addressDetail': '#301', 'items[].name': '## sale ##' })).toEqual([])
  })
})
