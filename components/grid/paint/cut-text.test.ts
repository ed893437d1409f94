import { expect, test } from 'vitest'
import { placeColumns } from '@/components/grid/geometry/geometry'
import { plainColumn } from '@/components/grid/plain-column'
import { cutIdentifier, cutText, cutValue } from './cut-text'
import { TextWidths } from './text-widths'

/** Ten pixels per character. */
const widths = new TextWidths(text => 10 * text.length)
/** A column with room for this many characters. */
const place = (signs: number) => {
  const [placed] = placeColumns([plainColumn('a', 17 + 10 * signs)], 0)
  if (!placed) throw new Error('there is no column')
  return placed
}
const cut = (signs: number, isMoving = false) => {
  const { shown, label, sign, hiddenText } = cutValue(
    { text: 'JP', label: 'Japan' },
    place(signs),
    widths,
    isMoving,
  )
  return [shown, label, sign, hiddenText]
}

test('a code is shown with its label, after a blank', () => {
  expect(cut(8)).toEqual(['JP', ' Japan', '', ''])
})

test('without room, the label is cut before the code, and assistive technology gets all of it', () => {
  expect(cut(7)).toEqual(['JP', ' J', '...', 'apan'])
  expect(cut(6)).toEqual(['JP', '', '', ' Japan'])
  expect(cut(2)).toEqual(['JP', '', '', ' Japan'])
  expect(cut(1)).toEqual(['', '', '...', 'JP Japan'])
})

test('while the view moves, the hidden part is left out', () => {
  expect(cut(7, true)).toEqual(['JP', ' J', '...', ''])
  expect(cut(6, true)).toEqual(['JP', '', '', ''])
  expect(cut(1, true)).toEqual(['', '', '...', ''])
})

test('a word without a label is cut like any other text', () => {
  expect(cutValue({ text: 'Yes', label: '' }, place(5), widths, false)).toEqual(
    cutText('Yes', place(5), false, widths, false),
  )
})

test('where the width of a label is unknown, the cell clips it', () => {
  const value = { text: 'JP', label: 'か\u3099' }
  expect(cutValue(value, place(20), widths, false)).toEqual({
    shown: 'JP',
    label: ' か\u3099',
    sign: '',
    hiddenText: '',
    tail: '',
    isClipped: true,
  })
})

test('an identifier is cut in its middle, so that numbers that begin alike stay distinguishable', () => {
  const number = '412345-20261128-0000012345'
  const identifier = (signs: number, isMoving = false, text = number) => {
    const { shown, sign, hiddenText, tail } = cutIdentifier(text, place(signs), widths, isMoving)
    return [shown, sign, hiddenText, tail]
  }
  // The ellipsis takes three of the signs.
  expect(identifier(20)).toEqual(['412345-2026', '...', '1128-0000', '012345'])
  expect(identifier(20, true)).toEqual(['412345-2026', '...', '', '012345'])
  expect(identifier(26)).toEqual([number, '', '', ''])
  // Without room for both ends, or where the width of the end is unknown, it is cut like any text.
  expect(identifier(11)).toEqual(['412345-2', '...', '0261128-0000012345', ''])
  expect(identifier(20, false, `${number}か\u3099`)).toEqual([
    '412345-20261128-0',
    '...',
    '000012345か\u3099',
    '',
  ])
})
