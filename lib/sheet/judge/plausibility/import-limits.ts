import type { GoodsKind } from '@/lib/sheet/schema/goods'

/** A text that states a limit. Update `read` after comparing it with the limits again. */
export interface LimitSource {
  readonly url: string
  readonly title: string
  readonly publisher: string
  /** The day on which it was read (ISO 8601). */
  readonly read: string
  /** What could not be read of it, or why it is weaker than the others. */
  readonly note?: string
}

/** Sources of the limits. Stored copies of the pages were read, not the pages themselves. */
export const limitSources = {
  customs1806: {
    url: 'https://www.customs.go.jp/tetsuzuki/c-answer/imtsukan/1806_jr.htm',
    title: '1806 医薬品・化粧品等の個人輸入について（カスタムスアンサー）',
    publisher: 'Japan Customs (税関)',
    read: '2026-11-23',
    note: 'The stored copy was read as far as the medicines; its part about cosmetics was not opened here.',
  },
  customs1806English: {
    url: 'https://www.customs.go.jp/english/c-answer_e/imtsukan/1806_e.htm',
    title: '1806 Private importation of drugs, cosmetics, etc. (FAQ)',
    publisher: 'Japan Customs (税関)',
    read: '2026-11-23',
  },
  tokyoCustoms1806: {
    url: 'https://www.customs.go.jp/tokyo/zei/i_sodan1_15.htm',
    title: '医薬品・化粧品等の個人輸入について（1806東京税関版）',
    publisher: 'Tokyo Customs (東京税関)',
    read: '2026-11-23',
  },
  kinkiBureau: {
    url: 'https://kouseikyoku.mhlw.go.jp/kinki/gyomu/gyomu/yakkan/cust_kojin.html',
    title: '税関からハガキが届いた場合（個人の方）',
    publisher: 'Ministry of Health, Labour and Welfare, Kinki Regional Bureau (近畿厚生局)',
    read: '2026-11-23',
    note: 'Updated on 2026-02-09. Its part about cosmetics was not opened here.',
  },
  supportColumn: {
    url: 'https://keshohinyunyusupport.jp/column/restriction/index.html',
    title: '輸入化粧品の個人使用と販売目的との違い',
    publisher: '化粧品輸入サポート (a company, not an authority)',
    read: '2026-11-23',
    note: 'The official text on small cosmetics was not opened here. Some cosmetics, such as foundation, are excluded.',
  },
} as const satisfies Readonly<Record<string, LimitSource>>

export type LimitSourceId = keyof typeof limitSources

/** How much of one kind of goods a person may import into Japan without an import certificate (輸入確認証). */
export interface ImportLimit {
  readonly kind: GoodsKind
  /** Pieces of one group, or days that the pieces of one group last. */
  readonly counts: 'pieces' | 'supplyDays'
  readonly limit: number
  /** The limit of `supplyDays` as the source states it, in months. */
  readonly months?: number
  /** First and last day on which the limit applies (ISO 8601); null: the sources state none. */
  readonly validFrom: string | null
  readonly validUntil: string | null
  readonly sources: readonly LimitSourceId[]
}

/** The maximum number of days in so many consecutive months, so that no supply within the limit gets a warning. */
const daysOf = (months: number): number => months * 31

const always = { validFrom: null, validUntil: null } as const
const pieces = (kind: GoodsKind, limit: number, sources: readonly LimitSourceId[]): ImportLimit => ({
  kind,
  counts: 'pieces',
  limit,
  ...always,
  sources,
})
const supply = (kind: GoodsKind, months: number, sources: readonly LimitSourceId[]): ImportLimit => ({
  kind,
  counts: 'supplyDays',
  limit: daysOf(months),
  months,
  ...always,
  sources,
})

export const importLimits: readonly ImportLimit[] = [
  pieces('cosmetic', 24, ['customs1806English', 'tokyoCustoms1806']),
  pieces('smallCosmetic', 120, ['supportColumn']),
  pieces('externalMedicine', 24, ['kinkiBureau', 'customs1806', 'customs1806English', 'tokyoCustoms1806']),
  pieces('homeDevice', 1, ['customs1806English', 'tokyoCustoms1806']),
  supply('quasiDrug', 2, ['customs1806English', 'tokyoCustoms1806']),
  supply('medicine', 2, ['kinkiBureau', 'customs1806', 'customs1806English', 'tokyoCustoms1806']),
  supply('prescriptionMedicine', 1, ['kinkiBureau', 'customs1806', 'customs1806English', 'tokyoCustoms1806']),
  supply('contactLenses', 2, ['customs1806English', 'tokyoCustoms1806']),
]

/** The limit for a kind of goods on a day (ISO 8601; '' is any day); undefined when none applies. */
export const importLimitOf = (
  kind: GoodsKind,
  day: string,
  limits: readonly ImportLimit[] = importLimits,
): ImportLimit | undefined =>
  limits.find(
    ({ kind: of, validFrom, validUntil }) =>
      of === kind && (day === '' || ((validFrom ?? '') <= day && (validUntil === null || day <= validUntil))),
  )
