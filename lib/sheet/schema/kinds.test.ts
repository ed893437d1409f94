import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entriesOf, isBlank, kinds, sentAs } from './kinds'
import { sheets } from './sheets'

const { columns } = sheets['orders/japan']

function columnOf(id: string) {
  const column = columns.find(one => one.id === id)
  if (!column) throw new Error(id)
  return column
}

/** The value that a column reads from a text, or the reason why it cannot be read. */
function read(id: string, text: string) {
  const column = columnOf(id)
  const reading = kinds[column.kind].read(text, column)
  return 'value' in reading ? reading.value : reading.code
}

const price = (text: string) => read('items[].price', text)
const quantity = (text: string) => read('items[].quantity', text)
const flag = (text: string) => read('orderInfo.isExportDeclaration', text)
const incoterms = (text: string) => read('orderInfo.incoterms', text)

// In time that grew with its square, judging such a cell kept a server from working for half an hour.
test('a number of a million digits is read at once', () => {
  const zeros = '0'.repeat(999_990)
  expect(price(`0.${zeros}1`)).toBe('too_precise')
  expect(price(`1.5${zeros}`)).toBe(1.5)
  expect(quantity(`7.${zeros}`)).toBe(7)
  expect(quantity(`${zeros}7`)).toBe(7)
  expect(quantity(`1${zeros}`)).toBe(Number.MAX_VALUE)
})

describe('a price', () => {
  test.each([
    ['12500', 12500],
    ['0.4', 0.4],
    ['12,500', 12500],
    ['1,234,567.5', 1234567.5],
    ['+12', 12],
    ['-0.50', -0.5],
    ['-0', -0],
    ['−12', -12],
    ['１２，５００', 12500],
    [' 12 ', 12],
    ['007', 7],
    ['9007199254740991', 9007199254740991],
    ['1000000000000000000000', 1e21],
  ])('%j is %d', (text, value) => {
    expect(price(text)).toBe(value)
  })

  test.each(['12,34', '1,23', '1,2345', '1234,567', ',500', '12,', '1,,000', '1,000,00', '12.500,00'])(
    '%j is not a number: commas separate thousands and are not decimal points',
    text => {
      expect(price(text)).toBe('not_a_number')
      expect(quantity(text)).toBe('not_a_number')
    },
  )

  test.each(['0,500', '-0,500', '00,500', '000,500', '０，５００', '0,500.5'])(
    '%j is not a number: one with commas between thousands never begins with 0, so it has a decimal comma',
    text => {
      expect(price(text)).toBe('not_a_number')
      expect(quantity(text)).toBe('not_a_number')
    },
  )

  test.each(['10²', '10₂', '1①', '２²', '⑩', '10⁻²'])(
    '%j is not a number: raised, lowered and circled digits are notes',
    text => {
      expect(price(text)).toBe('not_a_number')
      expect(quantity(text)).toBe('not_a_number')
    },
  )

  test.each(['1O', '12kg', '￥12', '1 200', '.5', '5.', '--1', '1.2.3', '0x10', '١٢', 'NaN', 'Infinity'])(
    '%j is not a number',
    text => {
      expect(price(text)).toBe('not_a_number')
    },
  )

  test.each(['1.23E+11', '1e5', '2E-3'])('%j is reported as a number that a spreadsheet shortened', text => {
    expect(price(text)).toBe('scientific')
    expect(quantity(text)).toBe('scientific')
  })

  test('of up to 15 characters has exactly the digits that are typed', () => {
    const whole = fc.integer({ min: 1, max: 9_999_999 })
    const fraction = fc.stringMatching(/^\d{1,6}$/)
    fc.assert(
      fc.property(fc.constantFrom('', '-'), whole, fraction, (sign, before, after) => {
        const text = `${sign}${before}.${after}`
        expect((price(text) as number).toFixed(after.length)).toBe(text)
      }),
    )
    expect(price('0.000001')).toBe(0.000001)
    expect(price('0.0000001')).toBe('too_precise')
    expect(quantity('999999999999999')).toBe(999_999_999_999_999)
  })

  test.each(['0.1234567890123456789', '9007199254740993', '12345678901234567.8', '1000000000000000000001'])(
    '%j is refused because it would be rounded',
    text => {
      expect(price(text)).toBe('too_precise')
    },
  )
})

describe('a quantity', () => {
  test.each([
    ['3', 3],
    ['3.00', 3],
    ['1,000', 1000],
    ['+3', 3],
    ['-0', 0],
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', 9007199254740993n],
    ['-9007199254740993', -9007199254740993n],
    [`${'0'.repeat(40)}9007199254740993`, 9007199254740993n],
  ])('%j is %s, digit by digit', (text, value) => {
    expect(quantity(text)).toEqual(value)
  })

  test.each(['3.5', '0.001', '1,000.10'])('%j is not a whole number', text => {
    expect(quantity(text)).toBe('not_an_integer')
  })
})

test('yes and no are read in the languages of the shops, in any case and width', () => {
  for (const yes of ['true', 'Y', 'yes', '1', 'O', '예', 'はい', '○', ' ＴＲＵＥ '])
    expect([yes, flag(yes)]).toEqual([yes, true])
  for (const no of ['false', 'N', 'no', '0', 'X', '아니오', '아니요', 'いいえ', '×'])
    expect([no, flag(no)]).toEqual([no, false])
  for (const neither of ['maybe', '2', 'ye', '네요'])
    expect([neither, flag(neither)]).toEqual([neither, 'not_a_flag'])
})

test('a choice is read in any case and width; other texts are left to the contract', () => {
  expect([incoterms('ddp'), incoterms(' ＤＡＰ '), incoterms('fob')]).toEqual(['DDP', 'DAP', 'fob'])
})

test('a text that databases cannot store is refused; any other text stays unchanged', () => {
  const name = (text: string) => read('recipient.name', text)
  for (const text of [' 山田 ', 'a\tb', 'a\nb\r', '\u007f', '\u009f', '😀']) expect(name(text)).toBe(text)
  for (const text of ['a\0', '\u0007', '\u001f', '\ud800', 'a\udc00b'])
    expect(name(text)).toBe('control_character')
})

test('white space is a blank cell in every kind of column', () => {
  for (const text of [undefined, '', ' ', '\t', '\n', '\u3000', '\u00a0', '\ufeff', ' \u2003 '])
    expect([text, isBlank(text)]).toEqual([text, true])
  for (const text of ['0', ' 0', '!', '~', '\u3000山', '\u0000', '\u200b'])
    expect([text, isBlank(text)]).toEqual([text, false])
})

test('entries of a list are separated by blanks and line ends', () => {
  expect(entriesOf(' a  b\nc\t')).toEqual(['a', 'b', 'c'])
  const list = sheets.products.columns.find(column => column.kind === 'list')
  if (!list) throw new Error('there is no list')
  expect(kinds.list.read('a b', list)).toEqual({ value: ['a', 'b'] })
  expect(kinds.list.read('a \0', list)).toMatchObject({ code: 'control_character' })
})

test('numbers with commas, in full width or with leading zeros are shown as they are sent', () => {
  const price = columnOf('items[].price')
  expect(['1,200', '１２', '007', '+5'].map(text => sentAs(text, price))).toEqual(['1200', '12', '7', '5'])
  expect(['1200', '12.50', '-3', '', '12kg', '6.12E+11'].map(text => sentAs(text, price))).toEqual(
    Array.from({ length: 6 }, () => undefined),
  )
})

test('texts are sent as they are typed', () => {
  expect(sentAs('１２', columnOf('recipient.zipCode'))).toBeUndefined()
})
