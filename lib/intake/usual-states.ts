import type { ColumnsByHeading } from './columns-by-heading'
import type { Headings, Recipe, ShopState, StateRule } from './recipe'

// What shops write into the columns that tell how far an order is. Only what can mean nothing else stands here: a request
// to cancel, a part of an order, an exchange and whatever else a shop may say come in as orders.

const words: Readonly<Record<ShopState, string>> = {
  cancelled: `cancelled, canceled, refunded, voided, restocked, returned,
    취소, 취소완료, 취소처리완료, 주문취소, 주문취소완료, 거래취소, 구매취소, 직권취소, 직권취소완료, 미결제취소, 입금전취소, 환불, 환불완료,
    반품, 반품완료,
    キャンセル, キャンセル済, キャンセル済み, キャンセル完了, キャンセル確定, 注文キャンセル, 取引キャンセル, 取消, 取消済, 取消済み, 返金済,
    返金済み, 返金完了, 返品済, 返品済み, 返品完了`,
  shipped: `fulfilled, shipped, delivered, in transit, out for delivery, on delivery,
    배송중, 배송완료, 발송완료, 출고완료, 구매확정, 구매결정완료, 수취확인, 수취완료,
    発送済, 発送済み, 発送完了, 出荷済, 出荷済み, 出荷完了, 配送中, 配送完了, 配達完了, 配達済, 配達済み, お届け済, お届け済み`,
}

/** Texts by which a state is meant in any shop. */
export const textsOf = (means: ShopState): readonly string[] =>
  words[means].split(',').map(text => text.trim())

/** Rules for columns that tell of each item how far it is. */
export const usualStates = (...columns: readonly Headings[]): readonly StateRule[] =>
  (['cancelled', 'shipped'] as const).flatMap(means =>
    columns.map(heading => ({ heading, means, is: textsOf(means) })),
  )

/** Headings of such columns in files whose recipe says nothing of states. */
const said = `주문상태, 주문세부상태, 배송상태, 처리상태, 진행상태, 상태, ステータス, 注文ステータス, 受注ステータス, 取引ステータス, 配送ステータス,
  受注状態, 注文状態, 取引状態, 配送状態, 発送状態, 出荷状態, 状態, Status, Order status, Financial status, Fulfillment status,
  Shipping status, Shipment status, Delivery status`
const dated = `취소일, 취소일시, 취소일자, キャンセル日, キャンセル日時, Cancelled at, Canceled at, Cancellation date`

const listed = (list: string): readonly Headings[] => list.split(',').map(heading => [heading.trim()])

const anywhere: readonly StateRule[] = [
  ...listed(dated).map(
    (heading): StateRule => ({ heading, means: 'cancelled', is: 'dated', ofRecord: true }),
  ),
  ...usualStates(...listed(said)),
]

/** A recipe of orders that says nothing of states, with what any shop means by the columns that the file has. */
export function withStates(recipe: Recipe, columns: ColumnsByHeading): Recipe {
  if (recipe.states) return recipe
  const states = anywhere.filter(({ heading }) => columns.find(heading) !== undefined)
  return states.length === 0 ? recipe : { ...recipe, states }
}
