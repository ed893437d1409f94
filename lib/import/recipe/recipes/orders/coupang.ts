import { missingImporter, missingInOrders } from '@/lib/import/recipe/missing-value-sources'
import type { AddressPart, ColumnRule, Recipe } from '@/lib/import/recipe/recipe'
import { usualStates } from '@/lib/import/recipe/values/usual-states'

/** Splits an address in Japan; any other address stays whole. */
const part = (of: AddressPart): ColumnRule => ({ part: of, of: [['수취인 주소']] })

/** Coupang WING, DeliveryList (39, 40 or 49 columns): a row per option; a bundle is one parcel. */
export const coupangOrders: Recipe = {
  id: 'coupang-orders',
  name: '쿠팡 WING',
  sheets: ['orders/japan', 'orders/general'],
  known: [['묶음배송번호', '등록상품명'], ['주문번호'], ['수취인이름'], ['구매수(수량)', '구매수']],
  group: ['묶음배송번호', '주문번호'],
  dispatchBy: [['분리배송 출고예정일'], ['주문시 출고예정일']],
  fields: {
    'orderInfo.mallOrderNumber': { take: ['묶음배송번호', '주문번호'], apostrophe: true },
    '[].$number': { take: ['주문번호'], apostrophe: true },
    'orderInfo.carrier': { take: ['택배사'] },
    'orderInfo.domesticShippingNumber': { take: ['운송장번호'], apostrophe: true },
    'recipient.name': { take: ['수취인이름'] },
    'recipient.contact': { take: ['수취인전화번호'], apostrophe: true },
    'recipient.email': {
      take: ['구매자이메일'],
      ofBuyer: { name: [['구매자']], recipient: [['수취인이름']] },
    },
    'recipient.zipCode': { take: ['우편번호'], apostrophe: true },
    'recipient.state': part('state'),
    'recipient.city': part('city'),
    'recipient.address': part('address'),
    'recipient.addressDetail': part('detail'),
    'recipient.personalCustomsClearanceCode': {
      take: ['개인통관번호(PCCC)', '개인통관번호', '개인통관고유번호', '개인통관고유부호'],
    },
    'items[].name': {
      firstOf: [{ take: ['등록상품명'] }, { take: ['노출상품명(옵션명)', '노출상품명'] }],
    },
    'items[].quantity': { take: ['구매수(수량)', '구매수'] },
    'items[].price': { take: ['옵션판매가(판매단가)', '옵션판매가', '판매단가'] },
    'items[].currency': { constant: 'KRW' },
    'items[].itemCode': { firstOf: [{ take: ['업체상품코드'] }, { take: ['옵션ID'] }] },
  },
  // A delivery or confirmation date implies that the order was shipped.
  states: [
    ...usualStates(['주문상태'], ['배송상태']),
    { heading: ['배송완료일'], means: 'shipped', is: 'dated' },
    { heading: ['구매확정일자'], means: 'shipped', is: 'dated' },
  ],
  missing: {
    ...missingInOrders,
    ...missingImporter,
    'recipient.country': 'preset',
    'recipient.state': 'by-hand',
    'recipient.city': 'by-hand',
    'recipient.addressDetail': 'by-hand',
  },
}
