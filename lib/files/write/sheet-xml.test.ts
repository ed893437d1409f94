import { expect, test } from 'vitest'
import { SharedStrings } from './shared-strings'
import { sheetXml } from './sheet-xml'

test('repeated texts are written once, blanks not at all, and texts beyond the limit are in their cells', async () => {
  const shared = new SharedStrings(2)
  const rows = [
    ['a', '', 'b & c', 'd'],
    ['b & c', 'd ', 'a'],
  ]
  let xml = ''
  for await (const chunk of sheetXml({ name: 'Lines', rows }, { shared, choices: [] })) xml += chunk
  expect(xml.slice(xml.indexOf('<sheetData>'))).toBe(
    [
      '<sheetData><row r="1"><c r="A1" s="2" t="s"><v>0</v></c><c r="C1" s="2" t="s"><v>1</v></c>',
      '<c r="D1" s="2" t="inlineStr"><is><t>d</t></is></c></row>',
      '<row r="2"><c r="A2" s="1" t="s"><v>1</v></c>',
      '<c r="B2" s="1" t="inlineStr"><is><t xml:space="preserve">d </t></is></c><c r="C2" s="1" t="s"><v>0</v></c></row>',
      '</sheetData></worksheet>',
    ].join(''),
  )
  expect([...shared.xml()].join('')).toContain('<si><t>a</t></si><si><t>b &amp; c</t></si></sst>')
})
