import { missingImporter, missingInOrders, missingPlace } from '@/lib/import/recipe/missing-value-sources'
import type { AddressPart, ColumnRule, Headings, Recipe } from '@/lib/import/recipe/recipe'
import { usualStates } from '@/lib/import/recipe/values/usual-states'

/** Headings of a column in Japanese, Korean and English QSM; the latter two have several generations. */
const in3 = (ja: readonly string[], ko: readonly string[], en: readonly string[]): Headings => [
  ...ja,
  ...ko,
  ...en,
]

const order = in3(['注文番号'], ['주문번호'], ['Order no.', 'Order no', 'Order number'])
const cart = in3(
  ['カート番号'],
  ['장바구니번호', '장바구니 번호'],
  ['Cart no.', 'Cart no', 'Cart number', 'Cart ID'],
)
const recipient = in3(
  ['受取人名'],
  ['수취인명', '수취인', '수취인 이름'],
  ['Recipient', 'Recipient name', 'Receiver', 'Receiver name'],
)
const mobile = in3(
  ['受取人携帯電話番号'],
  [
    '수취인핸드폰번호',
    '수취인휴대폰번호',
    '수취인핸드폰',
    '수취인휴대폰',
    '수취인 휴대전화번호',
    '수취인 휴대전화',
  ],
  ['Recipient mobile Phone number', 'Recipient mobile number', 'Recipient mobile', 'Receiver mobile'],
)
const telephone = in3(
  ['受取人電話番号'],
  ['수취인전화번호', '수취인전화', '수취인 연락처'],
  ['Recipient Phone number', 'Recipient phone', 'Receiver phone', 'Recipient contact'],
)
const address = in3(
  ['住所'],
  ['주소', '수취인주소'],
  ['Address', 'Recipient address', 'Shipping address', 'Receiver address'],
)
const zip = in3(
  ['郵便番号'],
  ['우편번호', '수취인우편번호'],
  ['Postal code', 'Zip code', 'Postcode', 'Zipcode', 'Recipient postal code'],
)
const item = in3(['商品名'], ['상품명'], ['Item', 'Item name', 'Item title', 'Product name'])
const quantity = in3(['数量'], ['수량'], ['Qty.', 'Qty', 'Quantity', "Q'ty"])
const price = in3(
  ['販売価格'],
  ['판매가격', '판매가', '판매단가', '상품가격'],
  ['Sell price', 'Selling price', 'Sale price', 'Item price', 'Unit price'],
)
const shippingStatus = in3(['配送状態'], ['배송상태', '주문상태'], ['Shipping status', 'Delivery status'])
const arrived = in3(['配送完了日'], ['배송완료일'], ['Delivered date', 'Delivery complete date'])

const part = (of: AddressPart): ColumnRule => ({ part: of, of: [address] })
const zipCode: ColumnRule = { take: zip, apostrophe: true }

/**
 * Qoo10 Japan, QSM: a row per product, each with its own order number; a cart is one parcel and
 * has the same number in each of the three languages. Addresses are one text. The Korean headings are those of a public
 * program that writes the file; the English ones are translations, not confirmed by a document. A file in Korean or
 * English is read by this recipe if it has known headings for cart, telephone number, postal code and price; the
 * operator is asked about other files.
 */
export const qoo10Orders: Recipe = {
  id: 'qoo10-orders',
  name: 'Qoo10 Japan (QSM)',
  sheets: ['orders/japan', 'orders/general'],
  known: [
    order,
    recipient,
    address,
    item,
    ['販売者商品コード', '配送要請事項', ...cart],
    ['受取人名', ...mobile, ...telephone],
    ['受取人名', ...zip],
    ['受取人名', ...price],
  ],
  group: [...cart, ...order],
  dispatchBy: [
    ['発送期限', '발송기한'],
    ['発送予定日', '발송예정일'],
  ],
  fields: {
    'orderInfo.mallOrderNumber': { take: [...cart, ...order], apostrophe: true },
    '[].$number': { take: order, apostrophe: true },
    'orderInfo.domesticShippingNumber': {
      take: in3(
        ['送り状番号'],
        ['송장번호', '운송장번호'],
        ['Tracking no.', 'Tracking no', 'Tracking number', 'Invoice no.'],
      ),
      apostrophe: true,
    },
    'recipient.country': {
      take: in3(['国家'], ['국가'], ['Nation', 'Country', 'Recipient country']),
      map: 'country',
    },
    'recipient.name': { take: recipient },
    'recipient.contact': {
      firstOf: [
        { take: mobile, apostrophe: true },
        { take: telephone, apostrophe: true },
      ],
    },
    'recipient.zipCode': zipCode,
    'recipient.state': part('state'),
    'recipient.city': part('city'),
    'recipient.address': part('address'),
    'recipient.addressDetail': part('detail'),
    'recipient.importerJapaneseName': { take: recipient },
    'recipient.importerJapaneseZipCode': zipCode,
    'recipient.importerJapaneseState': part('state'),
    'recipient.importerJapaneseCity': part('city'),
    'recipient.importerJapaneseAddress': { part: 'address', of: [address], onlyFound: true },
    'recipient.importerJapaneseAddressDetail': part('detail'),
    'items[].name': { take: item },
    'items[].quantity': { take: quantity },
    'items[].price': { take: price },
    'items[].currency': { take: in3(['通貨'], ['통화', '화폐'], ['Currency']), map: 'currency' },
    'items[].itemCode': {
      firstOf: [
        {
          take: in3(
            ['販売者商品コード'],
            ['판매자상품코드', '판매자코드'],
            ['Seller code', 'Seller item code', 'Seller product code'],
          ),
        },
        { take: in3(['商品番号'], ['상품번호', '상품코드'], ['Item code', 'Item no.', 'Item number']) },
      ],
    },
    'items[].material': { take: in3(['素材'], ['소재'], ['Material']) },
  },
  states: [
    // Statuses of Qoo10's API, each with its number, and their names in QSM. In public programs that read them, orders
    // in the first are those whose payment is awaited; elsewhere 配送待ち means that the parcel is awaited.
    {
      heading: shippingStatus,
      means: 'unpaid',
      is: ['Awaiting shipping(1)', 'Awaiting shipping', 'On Waiting(1)', '配送待ち', '배송대기'],
    },
    {
      heading: shippingStatus,
      means: 'open',
      is: [
        ...['On request(2)', 'Request shipping(2)', 'On request', 'Request shipping'],
        ...['Seller confirm(3)', 'Seller confirm'],
      ],
    },
    { heading: shippingStatus, means: 'shipped', is: ['On delivery(4)', 'Delivered(5)'] },
    ...usualStates(shippingStatus),
    { heading: arrived, means: 'shipped', is: 'dated' },
  ],
  missing: { ...missingInOrders, ...missingImporter, ...missingPlace },
}
