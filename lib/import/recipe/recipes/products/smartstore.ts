import type { Recipe } from '@/lib/import/recipe/recipe'

/** Naver Smartstore, 상품 일괄등록: a row per product, its options in one cell line by line. */
export const smartstoreProducts: Recipe = {
  id: 'smartstore-products',
  name: '네이버 스마트스토어',
  sheets: ['products'],
  known: [['상품명'], ['판매가'], ['옵션형태'], ['옵션값']],
  group: ['판매자 상품코드', '판매자상품코드'],
  options: 'smartstore',
  fields: {
    shopProductId: { take: ['판매자 상품코드', '판매자상품코드'], apostrophe: true },
    productName: { take: ['상품명'] },
    brandName: { take: ['브랜드'] },
    stockQuantity: { take: ['재고수량'] },
    productPrice: { take: ['판매가'] },
    domesticShippingPrice: { take: ['기본배송비'] },
    freeDomesticShippingPriceCondition: {
      take: ['조건부무료-상품판매가 합계', '조건부무료-상품판매가합계', '조건부무료 상품판매가 합계'],
    },
  },
}
