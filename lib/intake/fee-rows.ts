/** Names under which shops write what is charged for carriage, or taken off, as if it were an item. */
const names = new Set(
  `送料|配送料|配送費|送料手数料|手数料|代引手数料|代引き手数料|代金引換手数料|決済手数料|支払手数料|後払い手数料|割引|割引額|値引|値引き|ポイント|ポイント利用|
  ポイント値引|ポイント値引き|クーポン|クーポン割引|クーポン値引|クーポン値引き|消費税|税|
  배송비|배송료|수수료|할인|쿠폰|쿠폰할인|포인트|포인트할인|적립금|부가세|
  shipping|shipping fee|shipping cost|shipping charge|delivery fee|delivery charge|postage|handling fee|cod fee|service fee|
  discount|coupon|coupon discount|tax`
    .split('|')
    .map(name => name.trim()),
)

/** Longer names are of products. */
export const LONGEST_FEE = 24

/** Whether a row is no product: its item is called nothing but 送料, or what fees and discounts are called else. */
export const isFeeName = (item: string): boolean =>
  item.length <= LONGEST_FEE &&
  names.has(
    item
      .normalize('NFKC')
      .replaceAll(/^[\s[(【]+|[\s\])】]+$/g, '')
      .toLowerCase(),
  )
