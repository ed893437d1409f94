import { expect, test } from 'vitest'
import { mergeOrders } from '@/lib/sheet/acts/merge-orders'
import type { GoodsKind } from '@/lib/sheet/schema/goods'
import type { Line, Texts } from '@/lib/sheet/schema/line'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import {
  type ImportLimit,
  importLimitOf,
  importLimits,
  type LimitSourceId,
  limitSources,
} from './import-limits'
import type { ItemFacts } from './item-facts'

const en = 'customs1806English'
const tokyo = 'tokyoCustoms1806'
const jp = 'customs1806'
const kinki = 'kinkiBureau'
const column = 'supportColumn'

/**
 * What goes to one recipient: orders of lines of [pieces, group, days of supply per piece]. A group is what the sources
 * call 一品目.
 */
type Orders = readonly (readonly (readonly [pieces: number, group?: string, days?: number])[])[]

/** What the source allows, in its own words where they are short; and whether the orders exceed it. */
type Case = readonly [source: LimitSourceId, says: string, kind: GoodsKind, orders: Orders, isAbove: boolean]

const cosmetics = '化粧品：標準サイズで一品目24個以内'
const cosmeticsEn = 'Cosmetics: 24 pieces or less of normal sizes per item'
const external = '外用剤：標準サイズで一品目につき24個以内'
const externalEn = 'medicines for external use: 24 pieces or less of normal sizes per item'
const externalKinki = '外用剤は24個までは輸入確認証の取得なしに個人輸入可能'
const twoMonths = '用法用量からみて2か月分以内'
const twoMonthsEn = "Drugs and quasi-drugs: volume of two-month's consumption or less"
const twoMonthsTokyo = 'その他の医薬品・医薬部外品：2ヵ月分以内'
const oneMonth = '毒薬、劇薬及び処方せん薬：用法用量からみて1か月分以内'
const oneMonthEn =
  "within one-month's consumption or less, in case of poisons, deadly poisons and prescription drugs"
const kinkiMonths = '処方箋医薬品は1か月分、市販薬は2か月分'
const device = '家庭用医療機器等に限り最小単位（1セット）'
const deviceEn = 'Medical equipments: minimum unit (one unit), as far as they are for home use'
const lenses = '使い捨てコンタクトレンズ：2ヵ月分以内'
const lensesEn = "contact lenses (within two-month's consumption in case of disposable contact lenses)"
const small = '60mgまたは60ml以下の商品で1品目120個以内'

/** Sixty cases. The sum of 24 pieces in two orders is as much as 24 pieces in one. */
const cases: readonly Case[] = [
  [en, cosmeticsEn, 'cosmetic', [[[24]]], false],
  [en, cosmeticsEn, 'cosmetic', [[[25]]], true],
  [en, cosmeticsEn, 'cosmetic', [[[1]]], false],
  [en, cosmeticsEn, 'cosmetic', [[[12], [12]]], false],
  [en, cosmeticsEn, 'cosmetic', [[[12], [13]]], true],
  [
    en,
    cosmeticsEn,
    'cosmetic',
    [
      [
        [24, 'cream'],
        [24, 'lipstick'],
      ],
    ],
    false,
  ],
  [
    en,
    cosmeticsEn,
    'cosmetic',
    [
      [
        [24, 'cream'],
        [25, 'lipstick'],
      ],
    ],
    true,
  ],
  [tokyo, cosmetics, 'cosmetic', [[[24]]], false],
  [tokyo, cosmetics, 'cosmetic', [[[30]]], true],
  [tokyo, cosmetics, 'cosmetic', [[[12]], [[12]]], false],
  [tokyo, cosmetics, 'cosmetic', [[[12]], [[13]]], true],
  [tokyo, cosmetics, 'cosmetic', [[[8]], [[8]], [[9]]], true],
  [tokyo, cosmetics, 'cosmetic', [[[24, 'cream']], [[24, 'lipstick']]], false],
  [
    tokyo,
    cosmetics,
    'cosmetic',
    [
      [
        [12, 'cream'],
        [12, 'lipstick'],
      ],
      [[13, 'cream']],
    ],
    true,
  ],
  [column, small, 'smallCosmetic', [[[120]]], false],
  [column, small, 'smallCosmetic', [[[121]]], true],
  [column, small, 'smallCosmetic', [[[60], [60]]], false],
  [column, small, 'smallCosmetic', [[[60], [61]]], true],
  [column, small, 'smallCosmetic', [[[100]], [[20]]], false],
  [column, small, 'smallCosmetic', [[[100]], [[21]]], true],
  [
    column,
    small,
    'smallCosmetic',
    [
      [
        [120, 'cream'],
        [120, 'mask'],
      ],
    ],
    false,
  ],
  [kinki, externalKinki, 'externalMedicine', [[[24]]], false],
  [kinki, externalKinki, 'externalMedicine', [[[25]]], true],
  [kinki, externalKinki, 'externalMedicine', [[[20]], [[4]]], false],
  [kinki, externalKinki, 'externalMedicine', [[[20]], [[5]]], true],
  [jp, external, 'externalMedicine', [[[24]]], false],
  [jp, external, 'externalMedicine', [[[25]]], true],
  [
    jp,
    external,
    'externalMedicine',
    [
      [
        [24, 'eye drops'],
        [24, 'ointment'],
      ],
    ],
    false,
  ],
  [
    jp,
    external,
    'externalMedicine',
    [
      [
        [20, 'eye drops'],
        [5, 'eye drops'],
      ],
    ],
    true,
  ],
  [en, externalEn, 'externalMedicine', [[[23]]], false],
  [en, externalEn, 'externalMedicine', [[[48]]], true],
  [tokyo, external, 'externalMedicine', [[[24]]], false],
  [tokyo, external, 'externalMedicine', [[[13], [12]]], true],
  [en, twoMonthsEn, 'quasiDrug', [[[2, 'tonic', 30]]], false],
  [en, twoMonthsEn, 'quasiDrug', [[[3, 'tonic', 30]]], true],
  [en, twoMonthsEn, 'quasiDrug', [[[1, 'tonic', 90]]], true],
  [
    en,
    twoMonthsEn,
    'quasiDrug',
    [
      [
        [2, 'tonic', 30],
        [2, 'bath', 30],
      ],
    ],
    false,
  ],
  [tokyo, twoMonthsTokyo, 'quasiDrug', [[[60, 'bath', 1]]], false],
  [tokyo, twoMonthsTokyo, 'quasiDrug', [[[2, 'bath', 31]]], false],
  [tokyo, twoMonthsTokyo, 'quasiDrug', [[[70, 'bath', 1]]], true],
  [tokyo, twoMonthsTokyo, 'quasiDrug', [[[1, 'bath', 30]], [[1, 'bath', 30]]], false],
  [tokyo, twoMonthsTokyo, 'quasiDrug', [[[1, 'bath', 30]], [[2, 'bath', 30]]], true],
  [tokyo, twoMonthsTokyo, 'quasiDrug', [[[100, 'bath']]], false],
  [kinki, kinkiMonths, 'medicine', [[[2, 'tablets', 30]]], false],
  [kinki, kinkiMonths, 'medicine', [[[3, 'tablets', 30]]], true],
  [jp, twoMonths, 'medicine', [[[6, 'tablets', 10]]], false],
  [jp, twoMonths, 'medicine', [[[7, 'tablets', 10]]], true],
  [tokyo, twoMonthsTokyo, 'medicine', [[[4, 'tablets', 20]]], true],
  [kinki, kinkiMonths, 'prescriptionMedicine', [[[1, 'tablets', 30]]], false],
  [kinki, kinkiMonths, 'prescriptionMedicine', [[[2, 'tablets', 30]]], true],
  [jp, oneMonth, 'prescriptionMedicine', [[[3, 'tablets', 10]]], false],
  [jp, oneMonth, 'prescriptionMedicine', [[[4, 'tablets', 10]]], true],
  [en, oneMonthEn, 'prescriptionMedicine', [[[1, 'tablets', 60]]], true],
  [tokyo, oneMonth, 'prescriptionMedicine', [[[1, 'tablets', 20]], [[1, 'tablets', 20]]], true],
  [tokyo, device, 'homeDevice', [[[1]]], false],
  [tokyo, device, 'homeDevice', [[[2]]], true],
  [en, deviceEn, 'homeDevice', [[[1]], [[1]]], true],
  [tokyo, lenses, 'contactLenses', [[[2, 'lenses', 30]]], false],
  [tokyo, lenses, 'contactLenses', [[[3, 'lenses', 30]]], true],
  [en, lensesEn, 'contactLenses', [[[4, 'lenses', 14]]], false],
]

const QUANTITY = 'items[].quantity'

/** Opens the orders of a case, all to one recipient; each line has an item of its own. */
function openCase(kind: GoodsKind, orders: Orders): Workbook {
  const [head] = sampleOrders(1)
  const facts: Record<string, ItemFacts> = {}
  const lines = orders.flatMap((items, order) =>
    items.map(([pieces, group = 'one', days], at): Line => {
      const code = `${order}-${at}`
      facts[code] = { kind, group, ...(days !== undefined && { supplyDays: days }) }
      const of: Texts = at === 0 ? { ...head, 'orderInfo.mallOrderNumber': `N${order}` } : {}
      const item = { 'items[].itemCode': code, 'items[].actualWeight': '0.01', [QUANTITY]: String(pieces) }
      return { id: code, rank: order * 10 + at, texts: { ...of, 'items[].currency': 'JPY', ...item } }
    }),
  )
  const workbook = new Workbook(sheets['orders/japan'], lines)
  workbook.begin()
  workbook.serverFacts.takeItemFacts(Object.keys(facts), facts, '2026-11-23')
  return workbook
}

const warned = (workbook: Workbook) =>
  workbook.warnings.groups
    .flatMap(group => group.list(workbook.view.lineOrder))
    .filter(({ mark }) => mark.code?.startsWith('import_'))

test('there are sixty cases, and each kind of goods is within and above its limit', () => {
  expect(cases).toHaveLength(60)
  for (const { kind } of importLimits) {
    const results = cases.filter(([, , of]) => of === kind).map(([, , , , isAbove]) => isAbove)
    expect(new Set(results), kind).toEqual(new Set([true, false]))
  }
})

test.each(cases)('%s: %s (%s %j, above: %s)', (source, _, kind, orders, isAbove) => {
  expect(importLimitOf(kind, '2026-11-23')?.sources).toContain(source)
  const found = warned(openCase(kind, orders))
  expect(found.length > 0).toBe(isAbove)
  for (const { mark } of found) expect(mark.severity).toBe('warning')
})

test('two orders that are merged into one parcel are summed as one order', () => {
  const workbook = openCase('cosmetic', [[[20]], [[20]]])
  expect(warned(workbook).map(({ mark }) => mark.code)).toEqual([
    'import_pieces_recipient',
    'import_pieces_recipient',
  ])
  mergeOrders(workbook, [{ lines: ['0-0', '1-0'], number: 'N0' }], null)
  expect(warned(workbook).map(({ mark }) => mark.code)).toEqual(['import_pieces'])
  expect(warned(workbook)[0]?.mark.params).toMatchObject({ sum: 40, limit: 24 })
})

test('a limit applies only on its days', () => {
  const limit: ImportLimit = {
    kind: 'cosmetic',
    counts: 'pieces',
    limit: 24,
    validFrom: '2026-04-01',
    validUntil: '2027-03-31',
    sources: [tokyo],
  }
  const on = (day: string) => importLimitOf('cosmetic', day, [limit])
  expect([on('2026-03-31'), on('2026-04-01'), on('2027-03-31'), on('2027-04-01')]).toEqual([
    undefined,
    limit,
    limit,
    undefined,
  ])
})

test('each limit has a source, and a source without an official text says so', () => {
  for (const { sources } of importLimits) expect(sources.length).toBeGreaterThan(0)
  for (const [id, source] of Object.entries(limitSources)) {
    const isOfficial = /^https:\/\/([\w-]+\.)*(customs\.go\.jp|mhlw\.go\.jp)\//.test(source.url)
    expect(isOfficial || ('note' in source && source.note.includes('not opened here')), id).toBe(true)
  }
})
