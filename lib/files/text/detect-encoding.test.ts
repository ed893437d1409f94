import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Encoding } from '@/lib/files/book/book'
import { encode, joined } from '@/testing/files/encode'
import { failureOf, readBook, readTable } from '@/testing/files/reading'

const korean = ['주문번호', '수취인명', '우편번호', '배송메세지']
const japanese = ['注文番号', '受取人名', '郵便番号', '備考']
const rows = {
  ko: [
    ['2026030112345678', '홍길동', '06236', '"문 앞에, 두세요"'],
    ['A-2', '김하늘', '04524', '27" 모니터'],
    ['A-3', '', '', ''],
  ],
  ja: [
    ['R-1', '髙﨑 Ⅲ世', '060-0001', '"テスト機構"'],
    ['R-2', 'ソ表 十㎝①～', '1000001', 'ﾊﾝｶｸ'],
    ['R-3', '', '', ''],
  ],
}

const files: readonly (readonly [
  string,
  Encoding,
  Uint8Array,
  readonly string[],
  readonly (readonly string[])[],
])[] = [
  ['CP949', 'euc-kr', new Uint8Array(), korean, rows.ko],
  ['windows-31j', 'shift_jis', new Uint8Array(), japanese, rows.ja],
  [
    'ISO-2022-JP',
    'iso-2022-jp',
    new Uint8Array(),
    japanese,
    [
      ['R-1', '山田 太郎', '060-0001', '"テスト機構"'],
      ['R-2', 'ソ表 十～', '1000001', 'ハンカク'],
      ['R-3', '', '', ''],
    ],
  ],
  [
    'EUC-JP',
    'euc-jp',
    new Uint8Array(),
    ['注文番号', 'お届け先', '郵便番号', '備考'],
    [
      ['R-1', '山田 太郎', '060-0001', '"テスト機構"'],
      ['R-2', 'ソ表 十～', '1000001', 'ハンカク'],
      ['R-3', '', '', ''],
    ],
  ],
  ['UTF-8', 'utf-8', new Uint8Array(), korean, rows.ko],
  ['UTF-8 with a mark', 'utf-8', Uint8Array.of(0xef, 0xbb, 0xbf), japanese, rows.ja],
  ['UTF-16 LE with a mark', 'utf-16le', Uint8Array.of(0xff, 0xfe), korean, rows.ko],
  ['UTF-16 BE with a mark', 'utf-16be', Uint8Array.of(0xfe, 0xff), japanese, rows.ja],
  ['UTF-16 LE', 'utf-16le', new Uint8Array(), korean, rows.ko],
  ['UTF-16 BE', 'utf-16be', new Uint8Array(), japanese, rows.ja],
]

const plain = (cell: string): string => (cell.startsWith('"') ? cell.slice(1, -1) : cell)

describe.each(files)('a file of %s', (_, encoding, mark, header, lines) => {
  const written = (all: readonly (readonly string[])[]) =>
    joined(mark, encode(all.map(cells => `${cells.join(',')}\r\n`).join(''), encoding))
  const headingScore = (cells: readonly string[]) => cells.filter(cell => header.includes(cell)).length
  const expected = (all: readonly (readonly string[])[]) => all.map(cells => cells.map(cell => plain(cell)))

  test('is read when it has only a header', async () => {
    const book = await readBook(written([header]), { headingScore })
    expect(book.text).toEqual({ encoding, delimiter: ',' })
    expect(book.tables[0]?.rows).toEqual([header])
  })

  test('is read with three rows', async () => {
    const book = await readBook(written([header, ...lines]), { headingScore })
    expect(book.text?.encoding).toBe(encoding)
    expect(book.tables[0]?.rows).toEqual(expected([header, ...lines]))
  })

  test('is read with five megabytes, without splitting characters between chunks', async () => {
    const count = Math.ceil(5_000_000 / written(lines).length)
    const many = Array.from({ length: count }, () => lines).flat()
    const table = await readTable(written([header, ...many]), { headingScore })
    const texts = expected(lines).map(cells => cells.join('|'))
    const wrong = table.rows.slice(1).findIndex((row, at) => row.join('|') !== texts[at % texts.length])
    expect([table.rows.length, wrong]).toEqual([many.length + 1, -1])
  })
})

test('syllables beyond KS X 1001, which names and brands contain, are read', async () => {
  const bytes = Buffer.from('8c63b9e6b0a2c7cf2094ee2cc6528141', 'hex')
  const table = await readTable(joined(encode('상품명,메모\n', 'euc-kr'), bytes))
  expect(table.rows).toEqual([
    ['상품명', '메모'],
    ['똠방각하 뷁', '힣갂'],
  ])
})

test('a backslash inside of 機, ソ and 表 does not end a quoted cell', async () => {
  const table = await readTable(encode('"テスト機構","表"\n"ソ","機"', 'shift_jis'))
  expect(table.rows).toEqual([
    ['テスト機構', '表'],
    ['ソ', '機'],
  ])
})

test('the headings decide how a file of half-width kana is read', async () => {
  const bytes = Uint8Array.of(0xb1, 0xb2, 0xb3, 0xb4)
  const known = (heading: string) => (headings: string[]) => (headings.includes(heading) ? 1 : 0)
  expect((await readBook(bytes, { headingScore: known('ｱｲｳｴ') })).text?.encoding).toBe('shift_jis')
  expect((await readBook(bytes, { headingScore: known('굉낫') })).text?.encoding).toBe('euc-kr')
})

describe('EUC-JP, in which every Korean text is kanji', () => {
  const inLatin = {
    headingScore: (cells: readonly string[]) => cells.filter(cell => /^order|name$/.test(cell)).length,
  }
  const encodingOf = async (bytes: Uint8Array) => (await readBook(bytes, inLatin)).text?.encoding

  test('is not assumed for Korean texts below headings in Latin letters', async () => {
    const names = encode('order,name\nA-1,홍길동\nA-2,김하늘\n', 'euc-kr')
    expect(await failureOf(names, inLatin)).toMatchObject({
      code: 'encoding_unclear',
      previews: [{ encoding: 'shift_jis' }, { encoding: 'euc-kr' }],
    })
    const laughing = encode('order,name\nA-1,홍길동 ㅋㅋㅋ\nA-2,김하늘 ㅠㅠ\n', 'euc-kr')
    expect(await failureOf(laughing, inLatin)).toMatchObject({ code: 'encoding_unclear' })
  })

  test('is read when the texts are full of kana, and asked about when they are not', async () => {
    const kana = encode('order,name\nA-1,おとどけはげんかんまえにおねがいします\n', 'euc-jp')
    expect(await encodingOf(kana)).toBe('euc-jp')
    const kanji = encode('order,name\nA-1,山田はな\n', 'euc-jp')
    expect(await failureOf(kanji, inLatin)).toMatchObject({ code: 'encoding_unclear' })
    // A half-width kana has the byte that it has in Shift_JIS, behind another one.
    const kanaBytes = [...encode('ﾔﾏﾀﾞﾀﾛｳ', 'shift_jis')].flatMap(byte => [0x8e, byte])
    const half = Uint8Array.of(...encode('order,name\nA-1,午前中,', 'euc-jp'), ...kanaBytes)
    expect(await encodingOf(half)).toBe('euc-jp')
  })
})

test('a Japanese header whose bytes could be Korean is Japanese: the Korean syllables would be rare ones', async () => {
  const book = await readBook(encode('注文番号,受取人名,郵便番号,備考', 'shift_jis'))
  expect(book.text?.encoding).toBe('shift_jis')
})

test('when several encodings fit equally, three lines are shown in each of them', async () => {
  expect(await failureOf(Uint8Array.of(0xb1, 0xb2, 0xb3, 0xb4))).toEqual({
    code: 'encoding_unclear',
    previews: [
      { encoding: 'shift_jis', lines: ['ｱｲｳｴ'] },
      { encoding: 'euc-kr', lines: ['굉낫'] },
    ],
  })
})

test('a file is read in the encoding that the operator chooses, and refused if that loses characters', async () => {
  const bytes = encode('価格,名\n1,ア', 'shift_jis')
  expect((await readBook(bytes, { encoding: 'shift_jis' })).text?.encoding).toBe('shift_jis')
  expect(await failureOf(bytes, { encoding: 'utf-8' })).toEqual({ code: 'no_encoding' })
})

test('a text of only Latin letters is UTF-8, and so are accents unless a heading contradicts', async () => {
  expect((await readBook(encode('Name,Zip\n#1,75008', 'utf-8'))).text?.encoding).toBe('utf-8')
  expect((await readBook(encode('Name\nCafé', 'utf-8'))).text?.encoding).toBe('utf-8')
})

test('a character that is cut off at the end of the file is an error and not dropped', async () => {
  expect(await failureOf(encode('주문', 'euc-kr').subarray(0, 3), { encoding: 'euc-kr' })).toEqual({
    code: 'no_encoding',
  })
  expect(await failureOf(encode('注文', 'shift_jis').subarray(0, 3), { encoding: 'shift_jis' })).toEqual({
    code: 'no_encoding',
  })
})

test('half a character, where a shop cut a text, is reported with its line', async () => {
  const cut = encode('블루투스 이어폰', 'euc-kr').subarray(0, 3)
  const file = joined(
    encode('주문번호,상품명\nA-1,컵\nA-2,', 'euc-kr'),
    cut,
    encode('\nA-3,접시\n', 'euc-kr'),
  )
  expect(await failureOf(file)).toEqual({ code: 'broken_letter', at: 3 })
})

test('a UTF-8 file that ends in the middle of a letter is damaged, and is not read as Shift_JIS or CP949', async () => {
  const korean = encode('주문번호,상품명\nA-1,컵\nA-2,접시', 'utf-8')
  const japanese = encode('注文番号,商品名\nA-1,山田', 'utf-8')
  const long = encode(`注文番号,商品名\n${'A-1,山田\n'.repeat(200_000)}A-2,山`, 'utf-8')
  for (const lost of [1, 2]) {
    expect(await failureOf(korean.slice(0, -lost))).toEqual({ code: 'broken_letter', at: 3 })
    expect(await failureOf(japanese.slice(0, -lost))).toEqual({ code: 'broken_letter', at: 2 })
    expect(await failureOf(long.slice(0, -lost))).toEqual({ code: 'broken_letter', at: 200_002 })
  }
})

test('a file with a stray NUL is not read as UTF-16', async () => {
  const rows = 'A-1,컵\n'.repeat(40)
  const book = await readBook(encode(`주문번호,상품\nA-0,접\0시\n${rows}`, 'utf-8'))
  expect(book.text?.encoding).toBe('utf-8')
  expect(book.tables[0]?.rows[1]).toEqual(['A-0', '접\0시'])
})

test('a Shift_JIS file of LibreOffice is read', async () => {
  const table = await readTable(
    readFileSync(new URL('../../../testing/files/samples/libreoffice-shift-jis.csv', import.meta.url)),
  )
  expect(table.rows).toEqual([
    ['注文番号', '商品名', '備考'],
    ['R-1', 'テスト機構 ソ表', '髙﨑Ⅲ㎝①～'],
    ['R-2', '27" モニター', '改行\nあり'],
  ])
})

test('a Thai text in Windows-874, whose bytes are half-width kana and rare kanji, is refused', async () => {
  const bytes = Uint8Array.from('order,item\nA-1,ที่อยู่ของเรา\nA-2,น้ำหอม\n', letter => {
    const point = letter.charCodeAt(0)
    return point < 0x80 ? point : point - 0xe00 + 0xa0
  })
  expect(new TextDecoder('windows-874').decode(bytes)).toContain('น้ำหอม')
  expect((await readTable(bytes, { encoding: 'shift_jis' })).rows[2]).toEqual(['A-2', 'ｹ鰌ﾋﾍﾁ'])
  expect(await failureOf(bytes)).toEqual({ code: 'no_encoding' })
  const names = encode('order,name\nA-1,ｻﾄｳ ﾊﾝｶｸ\nA-2,髙﨑 凜\nA-3,ｱ男\n', 'shift_jis')
  expect((await readBook(names)).text?.encoding).toBe('shift_jis')
})

describe('a file in Windows-1252', () => {
  const headings = 'order-id,recipient-name,ship-address-1'
  const file = (name: string, address = 'Main St 5') =>
    encode(`${headings}\r\n1,${name},${address}\r\n`, 'windows-1252')
  const rowOf = async (bytes: Uint8Array) => (await readTable(bytes)).rows[1]

  test('is read where its bytes could also be Japanese', async () => {
    expect(await rowOf(file('María García'))).toEqual(['1', 'María García', 'Main St 5'])
    expect(await rowOf(file('Karl Jäger', 'Hauptstraße 5'))).toEqual(['1', 'Karl Jäger', 'Hauptstraße 5'])
    expect(await rowOf(file('Åsa Östlund', 'Café créée °5'))).toEqual(['1', 'Åsa Östlund', 'Café créée °5'])
  })

  test('is read where its bytes are nothing else', async () => {
    expect(await rowOf(file('José', 'Women’s'))).toEqual(['1', 'José', 'Women’s'])
    expect(await rowOf(file('Jürgen Müller'))).toEqual(['1', 'Jürgen Müller', 'Main St 5'])
  })

  test.each([
    ...['Søren Kjærgård', 'Niccolò Gesù Così', 'François Noël Père', 'Muñoz Peña', 'Novotný'],
    // Icelandic, Faroese, Breton, Catalan, Portuguese, Estonian
    ...['Sigurður Jónsson', 'Guðrún í Reykjavík', 'Sørvágur', 'Fañch', 'Ciència', 'João Simões', 'Õismäe'],
    ...['¿Dónde está?', '5 m³ Träkull', 'Bjørn Sæther', 'Eve Crèche'],
  ])('%s is read', async name => {
    expect(await rowOf(file(name))).toEqual(['1', name, 'Main St 5'])
  })

  test.each([
    ['windows-1250', 'Náměstí 5', 'Námìstí 5'],
    ['windows-1250', 'Jiří Kůra', 'Jiøí Kùra'],
    ['windows-1250', 'Antonín Dvořák', 'Antonín Dvoøák'],
    ['windows-1250', 'Kovář', 'Kováø'],
    ['windows-1250', 'Kováček', 'Kováèek'],
    ['windows-1250', 'Marković', 'Markoviæ'],
    ['windows-1250', 'Đorđe', 'Ðorðe'],
    ['windows-1250', 'Constanţa', 'Constanþa'],
    ['windows-1250', 'Gdańsk', 'Gdañsk'],
    ['windows-1250', 'Paweł Dąbrowski, Gdańska 5', 'Pawe³ D¹browski, Gdañska 5'],
    ['windows-1254', 'Ayşe Yıldız', 'Ayþe Yýldýz'],
    ['windows-1254', 'Şişli', 'Þiþli'],
    ['windows-1254', 'Beyoğlu', 'Beyoðlu'],
  ])('is not assumed for a text in %s: %s', async (encoding, written, misread) => {
    const bytes = file(misread)
    expect(new TextDecoder(encoding).decode(bytes)).toContain(written)
    const failure = await failureOf(bytes)
    expect(JSON.stringify(failure)).not.toContain('windows-1252')
  })

  test('one Icelandic order makes no file unreadable, and Turkish orders are not read in it', async () => {
    const others = 'Karl Jäger\r\nRené Müller\r\n'
    const icelandic = 'Þórður Guðmundsson,Þingvallastræti 5,Hafnarfjörður'
    const { rows } = await readTable(encode(`name\r\n${others}${icelandic}\r\n`, 'windows-1252'))
    expect(rows.at(-1)).toEqual(icelandic.split(','))
    const turkish = 'Ayþe Yýldýz,Beyoðlu,Ýstanbul\r\n'
    const mixed = encode(`name\r\n${others}José\r\n${turkish}`, 'windows-1252')
    expect(JSON.stringify(await failureOf(mixed))).not.toContain('windows-1252')
  })

  test('is asked about where its few bytes could be kanji', async () => {
    const encodings = async (bytes: Uint8Array) => {
      const failure = await failureOf(bytes)
      return failure.code === 'encoding_unclear' ? failure.previews.map(({ encoding }) => encoding) : failure
    }
    expect(await encodings(file('Dana', 'Women’s hat'))).toEqual(['shift_jis', 'euc-kr', 'windows-1252'])
    expect(await encodings(file('María', 'Women’s hat'))).toEqual(['shift_jis', 'windows-1252'])
  })

  test('is not assumed for short Japanese and Korean texts', async () => {
    for (const [name, encoding] of [
      ['山田', 'shift_jis'],
      ['アソカ', 'shift_jis'],
      ['佐藤 ﾊﾝｶｸ', 'shift_jis'],
      ['男', 'shift_jis'],
      ['1ｰ2ｰ3', 'shift_jis'],
      ['홍길동', 'euc-kr'],
    ] as const) {
      const bytes = encode(`${headings}\r\n1,${name},x\r\n`, encoding)
      const failure = await readBook(bytes).then(
        book => book.text?.encoding,
        () => failureOf(bytes),
      )
      expect(JSON.stringify(failure)).not.toContain('windows-1252')
    }
  })
})
