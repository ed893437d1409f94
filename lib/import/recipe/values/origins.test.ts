import { expect, test } from 'vitest'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { liveOrigins, type Origin, originJson, withOrigins, withReviewed } from './origins'

const state: Origin = { kind: 'split', text: '東京都', of: '東京都渋谷区', review: true }
const weight: Origin = { kind: 'preset', text: '1', of: 'Seoul "A"' }
const line = {
  'recipient.state': '東京都',
  weight: '1',
  [hiddenColumns.origins]: JSON.stringify({ 'recipient.state': state }),
}

test('new origins are added to earlier ones', () => {
  const json = withOrigins(line, originJson('weight', weight))
  expect([...liveOrigins({ ...line, [hiddenColumns.origins]: json })]).toEqual([
    ['recipient.state', state],
    ['weight', weight],
  ])
})

test('the later of two origins of a cell counts', () => {
  const again: Origin = { kind: 'postal-code', text: '東京都', of: '150-0041' }
  const json = withOrigins(line, originJson('recipient.state', again))
  expect(liveOrigins({ ...line, [hiddenColumns.origins]: json }).get('recipient.state')).toEqual(again)
})

test('missing or invalid origins are replaced', () => {
  for (const before of [undefined, '', '{}', '{', 'null', 'x'.repeat(9000)]) {
    const texts = { weight: '1', ...(before !== undefined && { [hiddenColumns.origins]: before }) }
    const json = withOrigins(texts, originJson('weight', weight))
    expect(JSON.parse(json)).toEqual({ weight })
  }
})

test('cells are reviewed column by column', () => {
  expect(withReviewed(line, column => column === 'weight')).toBeUndefined()
  const json = withReviewed(line, column => column === 'recipient.state')
  expect(JSON.parse(json ?? '')).toEqual({
    'recipient.state': { kind: 'split', text: '東京都', of: '東京都渋谷区' },
  })
  // A replaced text needs no review.
  expect(withReviewed({ ...line, 'recipient.state': '大阪府' }, () => true)).toBeUndefined()
})
