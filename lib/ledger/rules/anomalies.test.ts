import { expect, test } from 'vitest'
import { anomaly, countAnomalies, writeAnomalies } from './anomalies'

test('a response that names 40,000 other orders is stored with the first ones and a count', () => {
  const foreign = Array.from({ length: 40_000 }, (_, at) => anomaly('foreign_number', `X-${at}`))
  const stored = JSON.parse(writeAnomalies([anomaly('missing_entry', 'A-1'), ...foreign]) ?? '')
  expect(stored[0]).toEqual({ kind: 'missing_entry', detail: 'A-1' })
  expect(stored).toHaveLength(51)
  expect(stored[50]).toEqual({ kind: 'foreign_number', detail: 'X-49', more: 39_950 })
  expect(countAnomalies(stored)).toBe(40_001)
})

test('a long detail is cut, and half of a character is replaced', () => {
  const detail = `${'x'.repeat(299)}😀`
  expect(JSON.parse(writeAnomalies([anomaly('shape', detail)]) ?? '')).toEqual([
    { kind: 'shape', detail: `${'x'.repeat(299)}�` },
  ])
})

test('a response without anomalies stores none', () => {
  expect(writeAnomalies([])).toBeNull()
  expect(countAnomalies([])).toBe(0)
})
