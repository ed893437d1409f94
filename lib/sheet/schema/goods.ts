/** Kinds of goods that Japan limits in private imports. Other goods have no kind. */
export const goodsKinds = [
  'cosmetic',
  'smallCosmetic',
  'quasiDrug',
  'externalMedicine',
  'medicine',
  'prescriptionMedicine',
  'homeDevice',
  'contactLenses',
] as const

export type GoodsKind = (typeof goodsKinds)[number]

/** What the product master knows of an item besides the texts of its columns. */
export const goodsFields = ['kind', 'group', 'supplyDays', 'unitPrice'] as const

export type GoodsField = (typeof goodsFields)[number]

/** The key of a field beside the column ids of an entry of the product master. No column of a sheet has such an id. */
export const goodsKey = (field: GoodsField): string => `goods.${field}`

export const isGoodsKind = (text: string | undefined): text is GoodsKind =>
  goodsKinds.some(kind => kind === text)
