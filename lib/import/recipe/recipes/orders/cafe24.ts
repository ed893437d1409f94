import { currencies } from '@/lib/contract/choices'
import { missingImporter, missingInOrders, missingPlace } from '@/lib/import/recipe/missing-value-sources'
import type { AddressPart, ColumnRule, Headings, Recipe } from '@/lib/import/recipe/recipe'
import { usualStates } from '@/lib/import/recipe/values/usual-states'

const address = ['수령인 주소', '수령인 기본 주소', '수령인 주소(전체)']

/** Addresses in Japan are one text and are split; other addresses stay whole. */
const part = (of: AddressPart): ColumnRule => ({ part: of, of: [address] })

/** A mall for another country has its currency in the headings of amounts: 상품구매금액(USD). */
const inAnyCurrency = (...headings: readonly string[]): Headings =>
  headings.flatMap(heading => [heading, ...currencies.map(code => `${heading}(${code})`)])

/** Cafe24, 주문 엑셀 다운로드: a row per item; each shop chooses its columns and may rename them. */
export const cafe24Orders: Recipe = {
  id: 'cafe24-orders',
  name: 'Cafe24',
  sheets: ['orders/japan', 'orders/general'],
  known: [
    ['주문번호'],
    ['수령인', '수령인명'],
    ['품목별 주문번호', '주문상품명', '주문상품명(옵션포함)', '수령인 휴대전화'],
  ],
  group: ['주문번호'],
  fields: {
    'orderInfo.mallOrderNumber': { take: ['주문번호'], apostrophe: true },
    'orderInfo.carrier': { take: ['배송업체', '택배사'] },
    'orderInfo.domesticShippingNumber': { take: ['운송장번호'], apostrophe: true },
    'recipient.country': { take: ['배송국가', '수령인 국가', '배송국가명'], map: 'country' },
    'recipient.name': { take: ['수령인', '수령인명'] },
    'recipient.contact': {
      firstOf: [
        { take: ['수령인 휴대전화', '수령인 휴대폰'], apostrophe: true },
        { take: ['수령인 전화번호'], apostrophe: true },
      ],
    },
    'recipient.email': {
      firstOf: [
        { take: ['수령인 이메일'] },
        {
          take: ['주문자 이메일'],
          ofBuyer: { name: [['주문자명', '주문자']], recipient: [['수령인', '수령인명']] },
        },
      ],
    },
    'recipient.zipCode': { take: ['수령인 우편번호'], apostrophe: true },
    'recipient.state': { firstOf: [{ take: ['수령인 주/도', '수령인 주(State)'] }, part('state')] },
    'recipient.city': { firstOf: [{ take: ['수령인 도시', '수령인 시(City)'] }, part('city')] },
    'recipient.address': part('street'),
    'recipient.addressDetail': { take: ['수령인 상세 주소'] },
    'recipient.personalCustomsClearanceCode': { take: ['개인통관고유부호', '통관고유부호'] },
    'items[].name': {
      firstOf: [{ take: ['주문상품명'] }, { take: ['주문상품명(옵션포함)'] }, { take: ['상품명'] }],
    },
    'items[].quantity': { take: ['수량'] },
    // 판매가 is the price without the surcharge of an option, 상품구매금액 the price of all pieces.
    'items[].price': {
      firstOf: [
        { take: inAnyCurrency('옵션+판매가') },
        { add: [inAnyCurrency('판매가'), inAnyCurrency('옵션추가 가격', '옵션추가가격')] },
        { divide: inAnyCurrency('상품구매금액'), by: ['수량'] },
      ],
    },
    'items[].currency': { constant: 'KRW' },
    'items[].itemCode': {
      firstOf: [
        { take: ['자체품목코드', '자체 품목코드'] },
        { take: ['자체 상품코드', '자체상품코드'] },
        { take: ['상품코드'] },
        { take: ['상품번호'] },
      ],
    },
  },
  states: usualStates(['주문상태', '주문 상태', '주문상태정보', '품목별 주문상태'], ['배송상태']),
  missing: { ...missingInOrders, ...missingImporter, ...missingPlace },
}
