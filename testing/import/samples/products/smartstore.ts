import { headingsIn, rowBy, type Sample } from '../sample'

const headings = headingsIn(
  `판매자 상품코드, 카테고리코드, 상품명, 상품상태, 판매가, 부가세, 재고수량, 옵션형태, 옵션명, 옵션값, 옵션가, 옵션 재고수량,
  사용여부, 직접입력 옵션, 추가상품명, 추가상품값, 추가상품가, 추가상품 재고수량, 대표이미지, 추가이미지, 상세설명, 브랜드, 제조사,
  제조일자, 유효일자, 원산지코드, 수입사, 복수원산지여부, 원산지 직접입력, 미성년자 구매, 배송비 템플릿코드, 배송방법, 택배사코드,
  배송비유형, 기본배송비, 배송비 결제방식, 조건부무료-상품판매가 합계`,
)

const row = (texts: Record<string, string>) => rowBy(headings, texts)

/** A row of instructions below the headings; products with combinations, with separate axes, and without options. */
export const smartstoreProductsSample: Sample = {
  name: 'ExcelSaveTemplate_20260301.xlsx',
  kind: 'xlsx',
  rows: [
    headings,
    headings.map((_, at) => (at < 7 ? '필수' : at < 12 ? '조건부 필수' : '선택')),
    row({
      '판매자 상품코드': 'WAL-01',
      카테고리코드: '50000646',
      상품명: '가죽 반지갑',
      판매가: '12500',
      재고수량: '10',
      옵션형태: '조합형',
      옵션명: '색상,용량',
      옵션값: '홍니,100cc\n자니,200cc\n청니,300cc',
      옵션가: '0\n5000\n7000',
      '옵션 재고수량': '3\n7\n0',
      사용여부: 'Y\nY\nN',
      대표이미지: 'https://shop.example/wallet.jpg',
      추가이미지: 'https://shop.example/wallet-2.jpg\nhttps://shop.example/wallet-3.jpg',
      브랜드: 'Hanbit',
      기본배송비: '3000',
      '조건부무료-상품판매가 합계': '50000',
    }),
    row({
      '판매자 상품코드': 'BEA-07',
      상품명: '울 비니',
      판매가: '18900',
      재고수량: '5',
      옵션형태: '단독형',
      옵션명: '색상\n크기',
      옵션값: '아이보리,네이비\nM,L',
    }),
    row({ '판매자 상품코드': 'CAN-22', 상품명: '소이 캔들', 판매가: '23000', 재고수량: '30' }),
  ],
}
