import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutJapaneseAddress, splitJapaneseAddress } from './japanese-address'

const parts = (whole: string) => {
  const { state, city, address, detail } = splitJapaneseAddress(whole)
  return [state, city, address, detail]
}

test('prefecture, city, street and building are separated in any spelling', () => {
  for (const [whole, ...expected] of [
    ['東京都渋谷区神南1-19-11 パークビル4F', '東京都', '渋谷区', '神南1-19-11', 'パークビル4F'],
    [
      '東京都 渋谷区 神南１－１９－１１パークビル４Ｆ',
      '東京都',
      '渋谷区',
      '神南１－１９－１１',
      'パークビル４Ｆ',
    ],
    [
      '大阪府大阪市北区梅田3丁目1番3号ノースゲート１２０５号室',
      '大阪府',
      '大阪市北区',
      '梅田3丁目1番3号',
      'ノースゲート１２０５号室',
    ],
    [
      '北海道札幌市中央区北3条西4丁目1-1 日本生命ビル',
      '北海道',
      '札幌市中央区',
      '北3条西4丁目1-1',
      '日本生命ビル',
    ],
    ['東京都新宿区西新宿2-8-1-401 都庁', '東京都', '新宿区', '西新宿2-8-1-401', '都庁'],
    ['沖縄県那覇市泉崎1の2の2', '沖縄県', '那覇市', '泉崎1の2の2', ''],
    ['東京都中央区銀座四丁目五番六号 三越', '東京都', '中央区', '銀座四丁目五番六号', '三越'],
    ['岩手県盛岡市上飯岡1地割2-3 コーポA 101', '岩手県', '盛岡市', '上飯岡1地割2-3', 'コーポA 101'],
    ['大阪府大阪市北区梅田3月2日', '大阪府', '大阪市北区', '梅田3月2日', ''],
    ['大阪府大阪市北区梅田3月2日 ノースゲート', '大阪府', '大阪市北区', '梅田3月2日', 'ノースゲート'],
  ]) {
    expect([whole, ...parts(whole ?? '')]).toEqual([whole, ...expected])
  }
})

test.each([
  ['〒150-0041 東京都渋谷区神南1-19-11', '150-0041', '東京都'],
  ['日本、〒１５０－００４１　東京都渋谷区神南1-19-11', '１５０－００４１', '東京都'],
  ['1500041渋谷区神南1-19-11', '1500041', ''],
  ['東京都渋谷区神南1-19-11 〒150-0041', '', '東京都'],
  ['150-0041 Tokyo', '', ''],
])('the postal code of %s is %s', (whole, zipCode, state) => {
  expect(splitJapaneseAddress(whole)).toMatchObject({ zipCode, state })
})

test('cities with 市, 町 or 区 in their names, wards, 郡 and other spellings are recognised', () => {
  for (const [whole, ...expected] of [
    ['三重県四日市市諏訪町1番5号', '三重県', '四日市市', '諏訪町1番5号', ''],
    ['広島県廿日市市下平良一丁目11番1号 201号室', '広島県', '廿日市市', '下平良一丁目11番1号', '201号室'],
    ['東京都町田市森野2-2-22', '東京都', '町田市', '森野2-2-22', ''],
    ['長野県大町市大町3887番地 ハイツ髙﨑101', '長野県', '大町市', '大町3887番地', 'ハイツ髙﨑101'],
    ['千葉県鎌ヶ谷市新鎌ケ谷2-6-1', '千葉県', '鎌ヶ谷市', '新鎌ケ谷2-6-1', ''],
    ['北海道余市郡余市町朝日町26番地', '北海道', '余市郡余市町', '朝日町26番地', ''],
    ['北海道余市町朝日町26', '北海道', '余市町', '朝日町26', ''],
    [
      '京都府京都市中京区寺町通御池上る上本能寺前町488番地',
      '京都府',
      '京都市中京区',
      '寺町通御池上る上本能寺前町488番地',
      '',
    ],
    ['横浜市中区日本大通1', '', '横浜市中区', '日本大通1', ''],
    ['東京都三宅村阿古497', '東京都', '三宅村', '阿古497', ''],
    ['鹿児島県龍郷町浦110-1 コーポA 201', '鹿児島県', '龍郷町', '浦110-1', 'コーポA 201'],
    ['鹿児島県大島郡龍郷町浦110-1', '鹿児島県', '大島郡龍郷町', '浦110-1', ''],
    ['大阪府島本町桜井1-1-1', '大阪府', '島本町', '桜井1-1-1', ''],
    ['大阪府四条畷市中野本町1-1', '大阪府', '四条畷市', '中野本町1-1', ''],
    ['茨城県竜ヶ崎市3710', '茨城県', '竜ヶ崎市', '3710', ''],
    ['佐賀県大町町大町5000', '佐賀県', '大町町', '大町5000', ''],
  ]) {
    expect([whole, ...parts(whole ?? '')]).toEqual([whole, ...expected])
  }
})

test('a postal code and the country before the prefecture are separated', () => {
  expect(splitJapaneseAddress('〒150-0041 東京都渋谷区神南1-19-11')).toMatchObject({
    before: '〒150-0041',
    state: '東京都',
    address: '神南1-19-11',
  })
  expect(splitJapaneseAddress('日本、〒１５０－００４１　東京都渋谷区神南1').state).toBe('東京都')
})

test('an address without a number is all street, and one in Latin letters stays whole', () => {
  expect(parts('東京都港区六本木ヒルズ森タワー')).toEqual(['東京都', '港区', '六本木ヒルズ森タワー', ''])
  expect(parts('東京都港区六本木ヒルズ森タワー23F')).toEqual([
    '東京都',
    '港区',
    '六本木ヒルズ森タワー23F',
    '',
  ])
  const romaji = '1-19-11 Jinnan, Shibuya-ku, Tokyo'
  expect(parts(romaji)).toEqual(['', '', romaji, ''])
})

test('no character of an address is ever lost', () => {
  const place = fc.constantFrom(
    '東京都',
    '北海道',
    '渋谷区',
    '四日市市',
    '札幌市中央区',
    '余市郡余市町',
    '大町',
    '〒150-0041 ',
  )
  const number = fc.constantFrom(
    '1-19-11',
    '１－１９',
    '3丁目2番1号',
    '488番地の2',
    '四丁目',
    '北3条西4丁目',
    '23F',
    '1ー2',
  )
  const building = fc.constantFrom('パークビル', '髙﨑ハイツ', ' ', '　', '101号室', '-', '、', '\n', 'A棟')
  const address = fc.array(fc.oneof(place, number, building, fc.string({ unit: 'grapheme', maxLength: 4 })), {
    maxLength: 9,
  })
  fc.assert(
    fc.property(address, pieces => {
      const whole = pieces.join('')
      const cuts = cutJapaneseAddress(whole)
      expect([0, ...cuts, whole.length]).toEqual([0, ...cuts, whole.length].toSorted((a, b) => a - b))
      const { before, state, city, address, detail } = splitJapaneseAddress(whole)
      const bare = (text: string) => text.replaceAll(/\s/g, '')
      expect(bare(before + state + city + address + detail)).toBe(bare(whole))
    }),
    { numRuns: 500 },
  )
})
