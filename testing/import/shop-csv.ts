import { encode, joined } from '@/testing/files/encode'

// A large export of a shop for benchmarks: 40 columns, orders of two lines.

export const shopHeadings =
  '상품주문번호,주문번호,배송방법,택배사,송장번호,발송일,판매채널,구매자명,구매자ID,수취인명,주문상태,결제일,상품번호,상품명,상품종류,옵션정보,옵션관리코드,수량,옵션가격,상품가격,최종 상품별 할인액,최종 상품별 총 주문금액,사은품,발주확인일,발송기한,배송비 형태,배송비 묶음번호,배송비 유형,배송비 합계,판매자 상품코드,수취인연락처1,수취인연락처2,기본배송지,상세배송지,우편번호,구매자연락처,배송메세지,출고지,결제수단,개인통관고유부호'.split(
    ',',
  )

/** The texts of a line, by column. @param line from 0 */
export function shopTexts(line: number): string[] {
  return shopHeadings.map((_, column) => {
    if (column === 1) return `2026030${100_000 + (line >> 1)}`
    if (column === 17) return String((line % 3) + 1)
    if (column === 18) return line % 5 === 0 ? '1000' : '0'
    const kinds = [
      String(2026030100000000 + line * 7),
      `홍길동${line % 977}`,
      `서울특별시 강남구 테헤란로 ${line % 500}길 ${line % 40}`,
      String(((line * 37) % 90_000) + 1000),
      `010-${1000 + (line % 9000)}-${2000 + column}`,
      '',
      line % 10 === 0 ? '블루투스 이어폰, 화이트' : `블루투스 이어폰 ${line % 300}`,
      `2026-03-${10 + (line % 20)}`,
    ]
    return kinds[column % kinds.length] ?? ''
  })
}

/** A CSV in CP949 with this many lines. */
export function shopCsv(lines: number): Uint8Array {
  const parts = [encode(`${shopHeadings.join(',')}\r\n`, 'euc-kr')]
  for (let line = 0; line < lines; line++) {
    const cells = shopTexts(line).map(text => (text.includes(',') ? `"${text}"` : text))
    parts.push(encode(`${cells.join(',')}\r\n`, 'euc-kr'))
  }
  return joined(...parts)
}
