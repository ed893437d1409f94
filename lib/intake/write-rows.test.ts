import { expect, test } from 'vitest'
import { SharedTexts } from './shared-texts'
import { rowsXml } from './write-rows'

test('texts that repeat are written once, blanks not at all, and what no longer fits into the table stands in its cell', () => {
  const shared = new SharedTexts(7, 2)
  const rows = [
    ['a', '', 'b & c', 'd'],
    ['b & c', 'd ', 'a'],
  ]
  const xml = [...rowsXml({ rows, shared, style: 3, styled: 2 })].join('')
  expect(xml).toBe(
    [
      '<row r="2"><c r="A2" s="3" t="s"><v>7</v></c><c r="C2" t="s"><v>8</v></c>',
      '<c r="D2" t="inlineStr"><is><t>d</t></is></c></row>',
      '<row r="3"><c r="A3" s="3" t="s"><v>8</v></c>',
      '<c r="B3" s="3" t="inlineStr"><is><t xml:space="preserve">d </t></is></c><c r="C3" t="s"><v>7</v></c></row>',
    ].join(''),
  )
  expect([...shared.xml()].join('')).toBe('<si><t>a</t></si><si><t>b &amp; c</t></si>')
})
