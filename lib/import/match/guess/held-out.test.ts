import { describe, expect, test } from 'vitest'
import { type GeneralReading, readGenerally } from '@/testing/import/general-reader'

// Exports of shops without a recipe, with the headings from public code and help pages. They are a held-out set: the
// words and rules of the general reader were finished before these files were read. Rows are made up.

/** The expected texts of an order, compared without spaces and hyphens. */
interface Right {
  readonly number: string
  readonly name: string
  readonly zip: string
  readonly phone: string
  readonly address: string
  readonly item: string
  readonly quantity: string
  readonly price: string
}

const bare = (text: string): string => text.normalize('NFKC').replaceAll(/[\s\-']/g, '')
const lettersOf = (text: string): string => [...bare(text)].toSorted().join('')

function valuesOf({ lines }: GeneralReading): Right[] {
  return lines.map(({ texts }) => {
    const text = (id: string) => bare(texts[id] ?? '')
    return {
      number: text('orderInfo.mallOrderNumber'),
      name: lettersOf(text('recipient.name')),
      zip: text('recipient.zipCode'),
      phone: text('recipient.contact'),
      address: ['state', 'city', 'address', 'addressDetail'].map(part => text(`recipient.${part}`)).join(''),
      item: text('items[].name'),
      quantity: text('items[].quantity'),
      price: text('items[].price'),
    }
  })
}

const plain = (right: readonly Right[]): Right[] =>
  right.map(one => ({
    ...(Object.fromEntries(
      Object.entries(one).map(([what, text]) => [what, bare(text)]),
    ) as unknown as Right),
    name: lettersOf(one.name),
  }))

/** Rows of a file from the texts of some of its columns. */
function fileOf(headings: string, ...rows: readonly Readonly<Record<string, string>>[]): string[][] {
  const names = headings.split(',').map(name => name.trim())
  for (const row of rows)
    for (const name of Object.keys(row)) if (!names.includes(name)) throw new Error(name)
  return [names, ...rows.map(row => names.map(name => row[name] ?? ''))]
}

describe('BASE', () => {
  const headings = `注文ID,注文日時,氏(請求先),名(請求先),郵便番号(請求先),都道府県(請求先),住所(請求先),住所2(請求先),電話番号(請求先),
    メールアドレス(請求先),氏(配送先),名(配送先),郵便番号(配送先),都道府県(配送先),住所(配送先),住所2(配送先),電話番号(配送先),備考,商品名,
    バリエーション,価格,税率,数量,合計金額,送料,支払い方法,代引き手数料,発送状況,商品ID,種類ID,購入元,配送日,配送時間帯,注文メモ,調整金額`
  const row = {
    '氏(請求先)': '田中',
    '名(請求先)': '健',
    '郵便番号(請求先)': '980-0811',
    '都道府県(請求先)': '宮城県',
    '住所(請求先)': '仙台市青葉区一番町4-6-1',
    '電話番号(請求先)': '03-9999-0001',
    注文日時: '2026-03-01 10:00:00',
    税率: '10',
    送料: '500',
    支払い方法: 'クレジットカード決済',
    発送状況: '未対応',
  }
  const rows = fileOf(
    headings,
    {
      ...row,
      注文ID: 'A1B2C3D4',
      '氏(配送先)': '山田',
      '名(配送先)': '太郎',
      '郵便番号(配送先)': '150-0041',
      '都道府県(配送先)': '東京都',
      '住所(配送先)': '渋谷区神南1-19-11',
      '住所2(配送先)': 'パークビル4階',
      '電話番号(配送先)': '090-1234-5678',
      商品名: '靴下',
      価格: '1200',
      数量: '2',
      合計金額: '2900',
      商品ID: '1001',
    },
    {
      ...row,
      注文ID: 'E5F6G7H8',
      '氏(配送先)': '髙﨑',
      '名(配送先)': '美咲',
      '郵便番号(配送先)': '530-0001',
      '都道府県(配送先)': '大阪府',
      '住所(配送先)': '大阪市北区梅田3-1-3',
      '電話番号(配送先)': '06-6345-6789',
      商品名: '鞄',
      価格: '9800',
      数量: '1',
      合計金額: '10300',
      商品ID: '1002',
    },
  )
  const right = [
    {
      number: 'A1B2C3D4',
      name: '山田太郎',
      zip: '150-0041',
      phone: '090-1234-5678',
      address: '東京都渋谷区神南1-19-11パークビル4階',
      item: '靴下',
      quantity: '2',
      price: '1200',
    },
    {
      number: 'E5F6G7H8',
      name: '髙﨑美咲',
      zip: '530-0001',
      phone: '06-6345-6789',
      address: '大阪府大阪市北区梅田3-1-3',
      item: '鞄',
      quantity: '1',
      price: '9800',
    },
  ]

  test('is read right', () => {
    expect(valuesOf(readGenerally(rows))).toEqual(plain(right))
  })
})

describe('EC-CUBE 4, shipping CSV', () => {
  const headings = `注文ID,注文番号,会員ID,お名前(姓),お名前(名),お名前(セイ),お名前(メイ),会社名,郵便番号,都道府県(ID),都道府県(名称),住所1,住所2,
    メールアドレス,TEL,性別(ID),性別(名称),職業(ID),職業(名称),誕生日,ショップ用メモ欄,小計,値引き,送料,税金,合計,支払合計,対応状況(ID),対応状況(名称),
    支払方法(ID),支払方法(名称),受注日,入金日,注文詳細ID,商品ID,商品規格ID,商品名,商品コード,規格名1,規格名2,規格分類名1,規格分類名2,価格,個数,税率,
    税率ルール(ID),明細区分(ID),明細区分(名称),出荷ID,配送先_お名前(姓),配送先_お名前(名),配送先_お名前(セイ),配送先_お名前(メイ),配送先_会社名,
    配送先_郵便番号,配送先_都道府県(ID),配送先_都道府県(名称),配送先_住所1,配送先_住所2,配送先_TEL,配送業者(ID),配送業者(名称),お届け時間ID,
    お届け時間(名称),お届け希望日,発送日,出荷伝票番号,配達用メモ,出荷メール送信日`
  const buyer = {
    'お名前(姓)': '田中',
    'お名前(名)': '健',
    'お名前(セイ)': 'タナカ',
    'お名前(メイ)': 'ケン',
    郵便番号: '9800811',
    '都道府県(ID)': '4',
    '都道府県(名称)': '宮城県',
    住所1: '仙台市青葉区一番町',
    住所2: '4-6-1',
    メールアドレス: 'ken@example.jp',
    TEL: '0399990001',
    小計: '2400',
    送料: '500',
    合計: '2900',
    支払合計: '2900',
    '対応状況(ID)': '1',
    '対応状況(名称)': '新規受付',
    '支払方法(名称)': '銀行振込',
    '明細区分(ID)': '1',
    '明細区分(名称)': '商品',
    '配送業者(名称)': 'サンプル業者',
    受注日: '2026/03/01 10:00:00',
    出荷ID: '11',
  }
  const rows = fileOf(
    headings,
    {
      ...buyer,
      注文ID: '11',
      注文番号: '11',
      '配送先_お名前(姓)': '山田',
      '配送先_お名前(名)': '太郎',
      '配送先_お名前(セイ)': 'ヤマダ',
      '配送先_お名前(メイ)': 'タロウ',
      配送先_郵便番号: '1500041',
      '配送先_都道府県(ID)': '13',
      '配送先_都道府県(名称)': '東京都',
      配送先_住所1: '渋谷区神南',
      配送先_住所2: '1-19-11 パークビル4階',
      配送先_TEL: '09012345678',
      商品ID: '1',
      商品名: '靴下',
      商品コード: 'S-1',
      価格: '1200',
      個数: '2',
    },
    {
      ...buyer,
      注文ID: '11',
      注文番号: '11',
      '配送先_お名前(姓)': '山田',
      '配送先_お名前(名)': '太郎',
      配送先_郵便番号: '1500041',
      '配送先_都道府県(名称)': '東京都',
      配送先_住所1: '渋谷区神南',
      配送先_住所2: '1-19-11 パークビル4階',
      配送先_TEL: '09012345678',
      商品名: '送料',
      価格: '500',
      個数: '1',
      '明細区分(ID)': '2',
      '明細区分(名称)': '送料',
    },
    {
      ...buyer,
      注文ID: '12',
      注文番号: '12',
      '配送先_お名前(姓)': '髙﨑',
      '配送先_お名前(名)': '美咲',
      '配送先_お名前(セイ)': 'タカサキ',
      '配送先_お名前(メイ)': 'ミサキ',
      配送先_郵便番号: '5300001',
      '配送先_都道府県(ID)': '27',
      '配送先_都道府県(名称)': '大阪府',
      配送先_住所1: '大阪市北区梅田',
      配送先_住所2: '3-1-3',
      配送先_TEL: '0663456789',
      商品ID: '2',
      商品名: '鞄',
      商品コード: 'B-1',
      価格: '9800',
      個数: '1',
    },
  )
  const right = [
    {
      number: '11',
      name: '山田太郎',
      zip: '1500041',
      phone: '09012345678',
      address: '東京都渋谷区神南1-19-11パークビル4階',
      item: '靴下',
      quantity: '2',
      price: '1200',
    },
    {
      number: '12',
      name: '髙﨑美咲',
      zip: '5300001',
      phone: '0663456789',
      address: '大阪府大阪市北区梅田3-1-3',
      item: '鞄',
      quantity: '1',
      price: '9800',
    },
  ]

  test('is read correctly, and shipping is not an item', () => {
    expect(valuesOf(readGenerally(rows))).toEqual(plain(right))
  })
})

describe('eBay, orders report', () => {
  const headings = `Sales Record Number,Order Number,Buyer Username,Buyer Name,Buyer Email,Buyer Note,Buyer Address 1,Buyer Address 2,Buyer City,Buyer State,
    Buyer Zip,Buyer Country,Ship To Name,Ship To Phone,Ship To Address 1,Ship To Address 2,Ship To City,Ship To State,Ship To Zip,Ship To Country,Item Number,
    Item Title,Custom Label,Sold Via Promoted Listings,Quantity,Sold For,Shipping And Handling,Item Location,Item Zip Code,Item Country,Tax Status,Total Price,
    Payment Method,Sale Date,Paid On Date,Ship By Date,Shipped On Date,Feedback Left,My Item Note,Shipping Service,Tracking Number,Transaction ID,
    Variation Details,Tax City,Tax State,Tax Zip,Tax Country`
  const buyer = {
    'Buyer Username': 'ken99',
    'Buyer Name': 'Ken Tanaka',
    'Buyer Address 1': '4-6-1 Ichibancho',
    'Buyer City': 'Sendai',
    'Buyer State': 'Miyagi',
    'Buyer Zip': '980-0811',
    'Buyer Country': 'Japan',
    'Ship To Country': 'Japan',
    'Item Country': 'KR',
    'Payment Method': 'PayPal',
    'Sale Date': 'Mar-01-26',
    'Total Price': '$30.00',
  }
  const rows = fileOf(
    headings,
    {
      ...buyer,
      'Sales Record Number': '101',
      'Order Number': '12-34567-89012',
      'Ship To Name': 'Taro Yamada',
      'Ship To Phone': '+81 90 1234 5678',
      'Ship To Address 1': '1-19-11 Jinnan',
      'Ship To Address 2': 'Park Bldg 4F',
      'Ship To City': 'Shibuya-ku',
      'Ship To State': 'Tokyo',
      'Ship To Zip': '150-0041',
      'Item Number': '110001',
      'Item Title': 'Wool socks',
      'Custom Label': 'S-1',
      Quantity: '1',
      'Sold For': '$12.00',
    },
    {
      ...buyer,
      'Sales Record Number': '102',
      'Order Number': '12-34567-89013',
      'Ship To Name': 'Misaki Takasaki',
      'Ship To Phone': '+81 6 6345 6789',
      'Ship To Address 1': '3-1-3 Umeda',
      'Ship To City': 'Osaka-shi Kita-ku',
      'Ship To State': 'Osaka',
      'Ship To Zip': '530-0001',
      'Item Number': '110002',
      'Item Title': 'Bag',
      'Custom Label': 'B-1',
      Quantity: '1',
      'Sold For': '$98.00',
    },
  )

  test('is read correctly, and asks for the price, because Sold For is unknown', () => {
    const reading = readGenerally(rows)
    const [first] = valuesOf(reading)
    expect(first).toEqual({
      ...plain([
        {
          number: '12-34567-89012',
          name: 'Taro Yamada',
          zip: '150-0041',
          phone: '+81 90 1234 5678',
          address: 'Tokyo Shibuya-ku 1-19-11 Jinnan Park Bldg 4F',
          item: 'Wool socks',
          quantity: '1',
          price: '',
        },
      ])[0],
    })
    expect(reading.isSure).toBe(false)
  })
})

describe('a Korean mall’s settlement sheet', () => {
  const headings =
    '주문번호,쇼핑몰,운송장번호,수령인,수령인 우편번호,수령인 주소,수령인 전화번호,수령인 핸드폰,매입상품명,수량,배송메세지,총 결제금액,주문자명,품목번호,품목별 주문번호,판매처코드,선착불구분자'
  const rows = fileOf(headings, {
    주문번호: '2026030100011',
    쇼핑몰: '자사몰',
    수령인: '김민수',
    '수령인 우편번호': '03925',
    '수령인 주소': '서울특별시 마포구 월드컵북로 396',
    '수령인 전화번호': '02-312-4567',
    '수령인 핸드폰': '010-1234-5678',
    매입상품명: '가죽 지갑',
    수량: '2',
    '총 결제금액': '25000',
    주문자명: '이서연',
    품목번호: '1',
  })

  test('is asked about: it has no price', () => {
    const reading = readGenerally(rows)
    expect(valuesOf(reading)[0]).toMatchObject(
      plain([
        {
          number: '2026030100011',
          name: '김민수',
          zip: '03925',
          phone: '',
          address: '서울특별시 마포구 월드컵북로 396',
          item: '',
          quantity: '2',
          price: '',
        },
      ]).map(({ phone: _, item: __, ...rest }) => rest)[0] ?? {},
    )
    expect(reading.isSure).toBe(false)
  })
})
