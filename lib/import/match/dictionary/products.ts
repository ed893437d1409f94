import type { DictionaryEntry } from './languages'

const groupName = (axis: number) =>
  `productOptionGroup[].productOptionGroupName[${axis}].productOptionGroupName`
const optionName = (axis: number) =>
  `productOptionGroup[].productOption[].productOptionName[${axis}].productOptionName`
const option = (name: string) => `productOptionGroup[].productOption[].${name}`

/** Names that shops give to the axes of options and their values, counted from 1. */
const axis = (count: number): Readonly<Record<string, DictionaryEntry>> => ({
  [groupName(count - 1)]: {
    ko: [
      `옵션명${count}`,
      `옵션${count} 이름`,
      `옵션${count}명`,
      `옵션 이름${count}`,
      `옵션유형${count}`,
      ...(count === 1 ? ['옵션명', '옵션이름'] : []),
    ],
    ja: [
      `オプション名${count}`,
      `オプション${count}名`,
      `オプション${count}名称`,
      `オプション名称${count}`,
      `バリエーション${count}選択肢名`,
      `項目名${count}`,
      ...(count === 1 ? ['オプション名'] : []),
    ],
    en: [
      `Option name ${count}`,
      `Option${count} name`,
      `Name of axis ${count}`,
      `Axis ${count}`,
      `Attribute ${count} name`,
      ...(count === 1 ? ['Option name'] : []),
    ],
  },
  [optionName(count - 1)]: {
    ko: [
      `옵션값${count}`,
      `옵션${count} 값`,
      `옵션 값${count}`,
      `옵션${count}`,
      ...(count === 1 ? ['옵션값', '옵션', '옵션내용'] : []),
    ],
    ja: [
      `オプション値${count}`,
      `オプション${count}値`,
      `バリエーション${count}`,
      `オプション${count}`,
      ...(count === 1 ? ['オプション値', 'オプション', 'バリエーション', 'バリエーション名', '種類名'] : []),
    ],
    en: [
      `Option value ${count}`,
      `Option${count} value`,
      `Value on axis ${count}`,
      `Option ${count}`,
      `Attribute ${count} value(s)`,
      ...(count === 1
        ? ['Option value', 'Option', 'Variation name', 'Variant name', 'Variation', 'Variant']
        : []),
    ],
  },
})

/** Columns of products and their options. */
export const productEntries: Readonly<Record<string, DictionaryEntry>> = {
  shopProductId: {
    ko: [
      '상품코드',
      '상품 ID',
      '상품아이디',
      '판매자 상품코드',
      '자체 상품코드',
      '상품번호',
      '쇼핑몰 상품번호',
      '제품코드',
      '품번',
      '등록상품ID',
    ],
    ja: [
      '商品コード',
      '商品ID',
      '商品管理番号',
      '商品番号',
      '品番',
      '販売者商品コード',
      '商品管理番号(商品URL)',
    ],
    en: [
      'Product ID',
      'Shop product id',
      'Product code',
      'URL handle',
      'Handle',
      'Product number',
      'Item id',
      'Item code',
      'Parent SKU',
    ],
  },
  productName: {
    ko: ['상품명', '제품명', '품명', '상품이름', '등록상품명', '노출상품명', '영문 상품명'],
    ja: ['商品名', '品名', '商品名称', '商品タイトル', 'アイテム名'],
    en: ['Product name', 'Product', 'Title', 'Product title', 'Item name', 'Name'],
  },
  brandName: {
    ko: ['브랜드', '브랜드명', '제조사'],
    ja: ['ブランド', 'ブランド名', 'メーカー', 'メーカー名'],
    en: ['Brand', 'Brand name', 'Vendor', 'Manufacturer'],
  },
  stockQuantity: {
    ko: ['재고수량', '재고', '상품 재고', '재고량', '상품 재고수량', '잔여수량', '수량'],
    ja: ['在庫数', '在庫', '商品在庫', '在庫数量', '商品在庫数', '数量'],
    en: [
      'Product stock',
      'Stock',
      'Stock quantity',
      'Inventory',
      'Inventory quantity',
      'Quantity in stock',
      'Available quantity',
      'Quantity',
      'Qty',
    ],
  },
  originProductUrl: {
    ko: [
      '상품 URL',
      '상품링크',
      '상품페이지',
      '상품주소',
      '원본 URL',
      '판매 URL',
      '상품페이지 URL',
      '링크',
      'URL',
    ],
    ja: ['商品URL', '商品リンク', '商品ページ', '商品ページURL', '販売ページ', 'リンク'],
    en: ['Product URL', 'Product link', 'Link', 'Origin product URL', 'Product page', 'Page URL', 'Item URL'],
  },
  productPrice: {
    ko: ['정가', '소비자가', '정상가', '판매가', '상품가격', '상품가', '가격', '소비자가격', '판매가격'],
    ja: ['通常価格', '定価', '販売価格', '価格', '商品価格', 'メーカー希望小売価格', '表示価格'],
    en: [
      'Regular price',
      'Compare-at price',
      'Price',
      'Product price',
      'List price',
      'Variant compare at price',
      'Retail price',
      'Variant price',
    ],
  },
  discountedProductPrice: {
    ko: ['할인가', '할인 판매가', '할인가격', '세일가', '행사가', '즉시할인가'],
    ja: ['割引価格', 'セール価格', '特価', '割引後価格', '値引き価格'],
    en: ['Discounted price', 'Sale price', 'Discount price', 'Special price', 'Discounted product price'],
  },
  domesticShippingPrice: {
    ko: ['배송비', '기본배송비', '국내배송비', '택배비', '배송료'],
    ja: ['送料', '国内送料', '配送料', '基本送料'],
    en: [
      'Domestic shipping fee',
      'Shipping fee',
      'Shipping price',
      'Shipping cost',
      'Delivery fee',
      'Domestic shipping price',
    ],
  },
  freeDomesticShippingPriceCondition: {
    ko: [
      '무료배송 기준금액',
      '무료배송조건',
      '조건부무료',
      '조건부무료-상품판매가 합계',
      '무료배송금액',
      '무료배송 조건금액',
    ],
    ja: ['送料無料条件', '送料無料金額', '送料無料ライン', '送料無料となる金額'],
    en: [
      'Free domestic shipping from',
      'Free shipping from',
      'Free shipping threshold',
      'Free shipping over',
      'Free shipping condition',
    ],
  },
  'productOptionGroup[].productOptionGroupType': {
    ko: ['옵션형태', '옵션 종류', '옵션유형', '옵션 타입', '품목 구성방식'],
    ja: ['オプション種別', 'オプションタイプ', 'オプション形式'],
    en: ['Option type', 'Option group type', 'Product option group type'],
  },
  ...axis(1),
  ...axis(2),
  ...axis(3),
  [option('optionPrice')]: {
    ko: ['옵션가', '옵션가격', '옵션 추가금액', '옵션추가금', '옵션 추가금'],
    ja: ['オプション価格', 'オプション追加価格', 'オプション金額'],
    en: ['Option price', 'Additional price', 'Option surcharge'],
  },
  [option('stockQuantity')]: {
    ko: ['옵션 재고수량', '옵션재고', '옵션 재고량'],
    ja: ['オプション在庫数', 'オプション在庫', 'SKU在庫数', '種類在庫数', 'バリエーション在庫数'],
    en: [
      'Option stock',
      'Option stock quantity',
      'Variant inventory qty',
      'Variant stock',
      'Variant inventory quantity',
    ],
  },
  [option('shopOptionId')]: {
    ko: ['옵션코드', '옵션 ID', '옵션관리코드', '옵션아이디', '품목코드', 'SKU 코드', '옵션번호'],
    ja: ['オプションコード', 'オプションID', 'SKU管理番号', 'SKUコード', 'システム連携用SKU番号', '種類ID'],
    en: [
      'Option ID',
      'SKU',
      'Variant SKU',
      'Shop option id',
      'Option code',
      'Variant id',
      'Option SKU',
      'Seller SKU',
      'Variation id',
    ],
  },
  [option('order')]: {
    ko: ['옵션 순서', '순서', '정렬순서', '노출순서', '옵션 정렬순서'],
    ja: ['オプション順', '表示順', '並び順', 'オプション表示順'],
    en: ['Option position', 'Option order', 'Sort order', 'Position', 'Display order'],
  },
  [option('availablePurchaseQuantityMin')]: {
    ko: ['최소 구매수량', '최소구매', '최소 주문수량', '최소수량'],
    ja: ['最小購入数', '最小購入数量', '最低注文数', '最小注文数'],
    en: [
      'Minimum purchase',
      'Smallest purchase',
      'Min quantity',
      'Minimum order quantity',
      'MOQ',
      'Minimum quantity',
    ],
  },
  [option('availablePurchaseQuantityMax')]: {
    ko: ['최대 구매수량', '최대구매', '최대 주문수량', '최대수량'],
    ja: ['最大購入数', '最大購入数量', '最大注文数'],
    en: [
      'Maximum purchase',
      'Largest purchase',
      'Max quantity',
      'Maximum order quantity',
      'Maximum quantity',
    ],
  },
  mainImage: {
    ko: [
      '대표이미지',
      '메인이미지',
      '대표이미지 URL',
      '메인이미지 URL',
      '이미지 URL',
      '상품이미지',
      '이미지',
      '썸네일',
    ],
    ja: ['メイン画像', 'メイン画像URL', '商品画像URL', '画像URL', '商品画像', '画像', 'サムネイル'],
    en: [
      'Main image URL',
      'Main image',
      'Product image URL',
      'Image Src',
      'Image URL',
      'Image',
      'Featured image',
      'Cover image',
      'Thumbnail',
    ],
  },
  productImages: {
    ko: ['추가이미지', '추가이미지 URL', '이미지목록', '부가이미지', '서브이미지'],
    ja: ['追加画像', '追加画像URL', 'サブ画像', '画像一覧'],
    en: [
      'Image URLs',
      'Images',
      'Product images',
      'Additional images',
      'Extra images',
      'Other images',
      'Gallery',
    ],
  },
  productDetailImages: {
    ko: ['상세이미지', '상세이미지 URL', '상세설명 이미지', '상세페이지 이미지'],
    ja: ['詳細画像', '詳細画像URL', '説明画像'],
    en: ['Detail image URLs', 'Detail images', 'Product detail images', 'Description images'],
  },
}
