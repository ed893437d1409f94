import type { Recipe } from '@/lib/import/recipe/recipe'

/** Cafe24, 상품 엑셀 다운로드: a row per product, its options as 색상{블랙|화이트}//사이즈{S|M}. */
export const cafe24Products: Recipe = {
  id: 'cafe24-products',
  name: 'Cafe24',
  sheets: ['products'],
  known: [['상품코드'], ['상품명'], ['옵션입력'], ['판매가']],
  group: ['상품코드'],
  options: 'cafe24',
  states: [{ heading: ['판매상태'], means: 'unlisted', is: ['N'] }],
  fields: {
    shopProductId: { firstOf: [{ take: ['자체 상품코드', '자체상품코드'] }, { take: ['상품코드'] }] },
    productName: { take: ['상품명'] },
    brandName: { take: ['브랜드'] },
    productPrice: { firstOf: [{ take: ['소비자가'], nonZero: true }, { take: ['판매가'] }] },
    discountedProductPrice: { take: ['판매가'], beside: ['소비자가'], nonZero: true },
    domesticShippingPrice: { take: ['배송비입력', '배송비 입력'] },
    'items[].itemCode': { firstOf: [{ take: ['자체 상품코드', '자체상품코드'] }, { take: ['상품코드'] }] },
    'items[].actualWeight': { take: ['상품 전체중량(kg)'], nonZero: true },
    'items[].hscode': { take: ['HS코드'] },
    'items[].material': { firstOf: [{ take: ['영문 상품소재(해외통관)'] }, { take: ['상품소재'] }] },
  },
}
