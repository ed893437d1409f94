/** Common headings of Japanese shops, which are all read without a question. */
export const plainHeadings: readonly string[] = [
  '注文番号',
  'お届け先氏名',
  '電話番号',
  '郵便番号',
  '都道府県',
  '市区町村',
  '住所',
  '商品名',
  '数量',
  '単価',
]

/** A row of texts for these headings. */
export const plainOrder = (number: string, item = '靴下'): readonly string[] => [
  number,
  '山田太郎',
  '090-1234-5678',
  '150-0041',
  '東京都',
  '渋谷区',
  '神南1-2-3',
  item,
  '2',
  '1200',
]
