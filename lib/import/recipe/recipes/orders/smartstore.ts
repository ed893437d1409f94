import { missingImporter, missingInOrders } from '@/lib/import/recipe/missing-value-sources'
import type { AddressPart, ColumnRule, Recipe } from '@/lib/import/recipe/recipe'
import { usualStates } from '@/lib/import/recipe/values/usual-states'

/** Splits an address in Japan; any other address stays whole. */
const part = (of: AddressPart): ColumnRule => ({
  firstOf: [
    { part: of, of: [['기본배송지']] },
    { part: of, of: [['통합배송지', '배송지']] },
  ],
})

/**
 * Naver Smartstore, 발주/발송관리: a notice in row 1, columns chosen by the merchant, often a password. Its recipients live
 * in Korea, so the operator enters prefecture and city, unless the address is a Japanese one, which contains both.
 */
export const smartstoreOrders: Recipe = {
  id: 'smartstore-orders',
  name: '네이버 스마트스토어',
  sheets: ['orders/japan', 'orders/general'],
  known: [['상품주문번호'], ['상품명'], ['수량']],
  group: ['주문번호', '상품주문번호'],
  dispatchBy: [['발송기한']],
  fields: {
    'orderInfo.mallOrderNumber': { take: ['주문번호', '상품주문번호'], apostrophe: true },
    '[].$number': { take: ['상품주문번호'], apostrophe: true },
    'orderInfo.carrier': { take: ['택배사'] },
    'orderInfo.domesticShippingNumber': { take: ['송장번호'], apostrophe: true },
    'recipient.name': { take: ['수취인명'] },
    'recipient.contact': {
      firstOf: [
        { take: ['수취인연락처1'], apostrophe: true },
        { take: ['수취인연락처2'], apostrophe: true },
      ],
    },
    'recipient.zipCode': { take: ['우편번호'], apostrophe: true },
    'recipient.state': part('state'),
    'recipient.city': part('city'),
    'recipient.address': part('street'),
    'recipient.addressDetail': { take: ['상세배송지'] },
    'recipient.personalCustomsClearanceCode': { take: ['개인통관고유부호'] },
    'items[].name': { take: ['상품명'] },
    'items[].quantity': { take: ['수량'] },
    'items[].price': {
      firstOf: [
        { add: [['상품가격'], ['옵션가격']] },
        { divide: ['최종 상품별 총 주문금액', '최초 상품별 총 주문금액'], by: ['수량'] },
      ],
    },
    'items[].currency': { constant: 'KRW' },
    'items[].itemCode': {
      firstOf: [{ take: ['판매자 상품코드'] }, { take: ['옵션관리코드'] }, { take: ['상품번호'] }],
    },
  },
  states: usualStates(['주문상태'], ['주문세부상태']),
  missing: {
    ...missingInOrders,
    ...missingImporter,
    'recipient.country': 'preset',
    'recipient.state': 'by-hand',
    'recipient.city': 'by-hand',
  },
}
