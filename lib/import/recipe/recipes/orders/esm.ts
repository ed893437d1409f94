import { missingImporter, missingInOrders } from '@/lib/import/recipe/missing-value-sources'
import type { AddressPart, ColumnRule, Recipe } from '@/lib/import/recipe/recipe'
import { usualStates } from '@/lib/import/recipe/values/usual-states'

/** Splits an address in Japan; any other address stays whole. */
const part = (of: AddressPart): ColumnRule => ({ part: of, of: [['주소']] })

/** G마켓 and 옥션, ESM Plus: a row per item; items that were bought together share a cart number. */
export const esmOrders: Recipe = {
  id: 'esm-orders',
  name: 'G마켓·옥션 (ESM)',
  sheets: ['orders/japan', 'orders/general'],
  known: [
    ['주문번호'],
    ['수령인명'],
    ['수령인 휴대폰', '수령인 통관정보', '장바구니번호(결제번호)', '스마일캐시적립'],
  ],
  group: ['장바구니번호', '장바구니번호(결제번호)', '주문번호'],
  fields: {
    'orderInfo.mallOrderNumber': {
      take: ['장바구니번호', '장바구니번호(결제번호)', '주문번호'],
      apostrophe: true,
    },
    '[].$number': { take: ['주문번호'], apostrophe: true },
    'orderInfo.carrier': { take: ['택배사명(발송방법)', '택배사명', '택배사'] },
    'orderInfo.domesticShippingNumber': {
      take: ['송장번호', '송장번호(방문수령인증키)', '운송장번호'],
      apostrophe: true,
    },
    'recipient.name': { take: ['수령인명'] },
    'recipient.contact': {
      firstOf: [
        { take: ['수령인 휴대폰'], apostrophe: true },
        { take: ['수령인 전화번호'], apostrophe: true },
      ],
    },
    'recipient.zipCode': { take: ['우편번호'], apostrophe: true },
    'recipient.state': part('state'),
    'recipient.city': part('city'),
    'recipient.address': part('address'),
    'recipient.addressDetail': part('detail'),
    'recipient.personalCustomsClearanceCode': { take: ['수령인 통관정보', '수령인 통관번호'] },
    'items[].name': { take: ['상품명'] },
    'items[].quantity': { take: ['수량', '주문수량'] },
    'items[].price': {
      firstOf: [{ take: ['판매단가', '판매가'] }, { divide: ['판매금액'], by: ['수량', '주문수량'] }],
    },
    'items[].currency': { constant: 'KRW' },
    'items[].itemCode': {
      firstOf: [
        { take: ['판매자 관리코드'] },
        { take: ['판매자 상품코드', '판매자 상세관리코드'] },
        { take: ['상품번호'] },
      ],
    },
  },
  states: usualStates(['주문상태', '진행상태'], ['배송상태']),
  missing: {
    ...missingInOrders,
    ...missingImporter,
    'recipient.country': 'preset',
    'recipient.state': 'by-hand',
    'recipient.city': 'by-hand',
    'recipient.addressDetail': 'by-hand',
    'items[].name': 'by-hand',
    'items[].quantity': 'by-hand',
    'items[].price': 'by-hand',
  },
}
