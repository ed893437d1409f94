import { expect, test } from 'vitest'
import type { Texts } from '@/lib/sheet/schema/line'
import { CompactLine, LineLayout } from './compact-line'
import { packLines, unpackLines } from './pack-lines'

test('unpacked lines equal the packed ones, for any columns and texts', () => {
  const lines: Texts[] = [
    { name: '山田', zip: '', '[].$source': 'f:0:2' },
    { zip: '150-0041', name: '\u0000 "\n' },
    {},
    { name: '\ud83d half a letter', zip: '1', '[].$source': 'f:0:3' },
    { name: '🍡', zip: ',', '[].$source': 'f:0:4' },
  ]
  const layout = new LineLayout()
  const packed = packLines(lines.map((texts, at) => CompactLine.of(layout, texts, at)))
  expect(packed.columnSets).toHaveLength(3)
  expect(unpackLines(structuredClone(packed))).toEqual(lines)
  expect(unpackLines(packLines([]))).toEqual([])
})
