import { type PartyId, partyFieldNames, personFieldNames } from './parties'

/**
 * Known headings without a column in our sheets. Without them a buyer's telephone number would be read as the
 * recipient's, and a total as a price.
 */
const plainNames: readonly string[] = [
  // Statuses of an order, and remarks.
  ...[
    '상태',
    '주문상태',
    '주문세부상태',
    '배송상태',
    '진행상태',
    '판매상태',
    '진열상태',
    '비고',
    '메모',
    '택배',
    '배송방법',
    '배송구분',
    '배송속성',
  ],
  ...[
    '배송메시지',
    '배송메세지',
    '배송메모',
    '배송요청사항',
    '배송시 요구사항',
    '요청사항',
    '주문자 추가메시지',
    '상품별 추가메시지',
    '배송희망일',
    '판매채널',
    '쇼핑몰',
    '쇼핑몰번호',
  ],
  ...[
    'ステータス',
    '配送状態',
    '状態',
    '備考',
    'メモ',
    '配送方法',
    '発送方法',
    '配送区分',
    'コメント',
    '配送要請事項',
    'ひとことメモ',
    '連絡事項',
    '受注メモ',
  ],
  ...[
    'status',
    'notes',
    'note',
    'remarks',
    'remark',
    'memo',
    'comment',
    'comments',
    'tags',
    'shipping method',
    'delivery method',
    'fulfillment status',
    'financial status',
    'delivery instructions',
  ],
  // Dates.
  ...[
    '주문일',
    '주문일시',
    '주문일자',
    '주문시간',
    '결제일',
    '결제일시',
    '발송일',
    '발송기한',
    '발주일',
    '발주확인일',
    '배송완료일',
    '구매확정일자',
    '등록일',
    '출고일',
  ],
  ...[
    '注文日',
    '注文日時',
    '注文時間',
    '入金日',
    '発送日',
    '発送予定日',
    '配送完了日',
    'お届け希望日',
    'お届け日指定',
    'お届け時間帯',
    '受注日',
  ],
  ...[
    'order date',
    'date',
    'created at',
    'paid at',
    'fulfilled at',
    'purchase date',
    'payments date',
    'ship date',
    'delivery date',
  ],
  // Totals, which are not unit prices.
  ...['배송비', '배송료', '택배비', '送料', '配送料', 'shipping fee', 'shipping price', 'shipping cost'],
  ...[
    '금액',
    '총액',
    '합계',
    '합계금액',
    '총금액',
    '주문금액',
    '총 주문금액',
    '결제금액',
    '총 결제금액',
    '결제액',
    '상품금액',
    '공급가액',
    '할인액',
    '할인금액',
    '정산금액',
    '정산예정금액',
    '수수료',
  ],
  ...[
    '金額',
    '合計',
    '合計金額',
    '請求金額',
    '商品合計金額',
    '注文金額',
    '注文金額の合計',
    '購入者決済金額',
    '割引額',
    '消費税合計',
    '送料合計',
    '手数料',
    '小計',
    '税込金額',
    '税抜金額',
    '商品金額',
    '商品計',
  ],
  ...[
    'amount',
    'total',
    'subtotal',
    'total price',
    'total amount',
    'order total',
    'grand total',
    'discount',
    'discount amount',
    'tax',
    'taxes',
    'shipping tax',
    'fee',
    'refunded amount',
    'line total',
    'line amount',
    'ext price',
    'extended price',
    'unit cost',
    'cost',
  ],
  // Other numbers, and counters.
  ...[
    '번호',
    '순번',
    '연번',
    '일련번호',
    '상품주문번호',
    '품목별 주문번호',
    '주문상세번호',
    '사방넷주문번호',
    '구매자 ID',
    '주문자 ID',
  ],
  ...['連番', '項番', '商品明細ID', '送付先ID', '通し番号', '申込番号'],
  ...['no', 'no.', 'row', 'line', 'seq', 'order item id', 'line item id', 'customer id', 'buyer id'],
  // Readings of names, and other spellings in another script.
  ...[
    '名前(ローマ字)',
    '氏名(ローマ字)',
    '住所(ローマ字)',
    'フリガナ',
    'ふりがな',
    '氏名(カナ)',
    '氏名カナ',
    '名前(フリガナ)',
    '受取人名(フリガナ)',
    'お届け先名カナ',
    'ニックネーム',
  ],
  ...[
    '옵션정보',
    '옵션내용',
    '옵션(수집)',
    'オプション情報',
    '項目・選択肢',
    '色・サイズ',
    'おまけ',
    '사은품',
  ],
]

/**
 * Names of cart numbers. In shops with carts each item has its own order number, and the cart is what the buyer ordered
 * at once: its number identifies the parcel, in every export language.
 */
export const cartNames: readonly string[] = [
  ...['장바구니번호', '장바구니 ID', '장바구니코드', 'カート番号', 'カートID', 'カートNo', 'カートナンバー'],
  ...[
    'Cart ID',
    'Cart no',
    'Cart number',
    'Cart code',
    'Shopping cart no',
    'Shopping cart number',
    'Basket no',
  ],
]

/** Names of columns that group orders into parcels. */
export const parcelNames: readonly string[] = [
  ...cartNames,
  ...['묶음배송번호', '배송비 묶음번호', '묶음번호', '묶음', '묶음배송', '합포장', '합포장번호', '합포번호'],
  ...['합포', '합배송', '합배송번호', '박스번호', '배송번호', '배송그룹'],
  ...['同梱', '同梱番号', '同梱ID', '同梱No', '同梱グループ', '合わせ買い', 'まとめ', 'まとめ番号'],
  ...['まとめ買い', '荷物番号', '箱番号', '出荷番号', '出荷ID', '配送ID', '発送番号', '小包番号'],
  ...['Shipment', 'Shipment no', 'Shipment number', 'Shipment ID', 'Parcel', 'Parcel no', 'Parcel number'],
  ...['Parcel ID', 'Package', 'Package no', 'Package number', 'Package ID', 'Box no', 'Box number', 'Box ID'],
  ...['Bundle', 'Bundle no', 'Bundle ID', 'Consolidation', 'Combined', 'Combine'],
  ...['Ship group', 'Shipping group', 'Delivery no', 'Delivery ID', 'Carton no', 'Ctn no'],
]

const buyer: readonly string[] = (
  ['name', 'contact', 'email', 'country', 'zipCode', 'state', 'city', 'address', 'addressDetail'] as const
).flatMap(what => allOf('buyer', what))

/** Fields of a sender other than name and telephone number, for which no column exists. */
const sender: readonly string[] = (
  ['email', 'country', 'zipCode', 'state', 'city', 'address', 'addressDetail'] as const
).flatMap(what => allOf('sender', what))

function allOf(party: PartyId, what: keyof typeof personFieldNames): string[] {
  const { ko, ja, en } = partyFieldNames(party, personFieldNames[what])
  return [...ko, ...ja, ...en]
}

/** Known names without a column of the sheets. */
export const otherNames: readonly string[] = [
  ...plainNames,
  ...parcelNames,
  ...buyer,
  ...sender,
  ...[
    '구매자',
    '주문자',
    '주문인',
    '고객',
    '注文者',
    '購入者',
    'お客様',
    '顧客',
    'buyer',
    'purchaser',
    'customer',
    'client',
    'billing',
  ],
]
