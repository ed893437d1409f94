import { expect, test } from 'vitest'
import type { Clip } from '@/lib/sheet/codecs/clipboard'
import { advance, finish } from '@/lib/sheet/codecs/steps'
import { copiedExportSteps } from './copied-export'

const textOfCopiedExport = (copied: Clip) => finish(copiedExportSteps(copied))

const html = (...rows: readonly (readonly string[])[]) =>
  `<table>${rows.map(cells => `<tr>${cells.join('')}</tr>`).join('')}</table>`

test('order numbers that a spreadsheet shows shortened are imported in full', () => {
  const text = 'orderNumber\titemName\r\n3.45679E+14\tSocks\r\n3.45679E+14\tHat\r\n'
  const cells = (number: string, name: string) => [
    `<td x:num="${number}">3.45679E+14</td>`,
    `<td>${name}</td>`,
  ]
  const copied = html(
    ['<td>orderNumber</td>', '<td>itemName</td>'],
    cells('345678901234567', 'Socks'),
    cells('345678901239999', 'Hat'),
  )
  expect(textOfCopiedExport({ text, html: copied }).trimEnd().split(/\r?\n/)).toEqual([
    'orderNumber\titemName',
    '345678901234567\tSocks',
    '345678901239999\tHat',
  ])
})

test('a cell of two lines that the plain text tears stays one cell', () => {
  const copied = html(['<td>번호</td>', '<td>메모</td>'], ['<td>A-1</td>', '<td>문 앞<br>벨</td>'])
  expect(textOfCopiedExport({ text: '번호\t메모\r\nA-1\t문 앞\n벨\r\n', html: copied })).toContain(
    '"문 앞\n벨"',
  )
})

test('any other text is imported as it was copied', () => {
  const text = 'a,"b, c"\r\nd,"e"\r\n'
  expect(textOfCopiedExport({ text, html: '' })).toBe(text)
  expect(textOfCopiedExport({ text, html: html(['<td>a,"b, c"</td>'], ['<td>d,"e"</td>']) })).toBe(text)
})

test('a large block with shortened numbers does not stop the page while its HTML is read', () => {
  const count = 5000
  const text = '3.45679E+14\tSocks\r\n'.repeat(count)
  const copied = html(
    ...Array.from({ length: count }, () => [
      '<td x:num="345678901234567">3.45679E+14</td>',
      '<td>Socks</td>',
    ]),
  )
  const steps = copiedExportSteps({ text, html: copied })
  let pauses = 0
  let done = advance(steps, 0)
  for (; !done; done = advance(steps, 0)) pauses++
  expect(done.value.split('345678901234567')).toHaveLength(count + 1)
  expect(pauses).toBeGreaterThan(10)
})
