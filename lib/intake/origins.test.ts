import { expect, test } from 'vitest'
import { hidden, type Origin } from './imported'
import { liveOrigins, originJson, reviewed, withOrigins } from './origins'

const state: Origin = { kind: 'split', text: '東京都', of: '東京都渋谷区', review: true }
const weight: Origin = { kind: 'preset', text: '1', of: 'Seoul "A"' }
const line = {
  'recipient.state': '東京都',
  weight: '1',
  [hidden.origins]: JSON.stringify({ 'recipient.state': state }),
}

test('what is filled stands beside what was filled before', () => {
  const json = withOrigins(line, originJson('weight', weight))
  expect([...liveOrigins({ ...line, [hidden.origins]: json })]).toEqual([
    ['recipient.state', state],
    ['weight', weight],
  ])
})

test('what is filled a second time counts as it was filled last', () => {
  const again: Origin = { kind: 'postal-code', text: '東京都', of: '150-0041' }
  const json = withOrigins(line, originJson('recipient.state', again))
  expect(liveOrigins({ ...line, [hidden.origins]: json }).get('recipient.state')).toEqual(again)
})

test('a line that never said anything, or nothing that can be read, begins anew', () => {
  for (const before of [undefined, '', '{}', '{', 'null', 'x'.repeat(9000)]) {
    const texts = { weight: '1', ...(before !== undefined && { [hidden.origins]: before }) }
    const json = withOrigins(texts, originJson('weight', weight))
    expect(JSON.parse(json)).toEqual({ weight })
  }
})

test('what was to be looked at is right once somebody says so, column by column', () => {
  expect(reviewed(line, column => column === 'weight')).toBeUndefined()
  const json = reviewed(line, column => column === 'recipient.state')
  expect(JSON.parse(json ?? '')).toEqual({
    'recipient.state': { kind: 'split', text: '東京都', of: '東京都渋谷区' },
  })
  // What was typed over needs no looking at.
  expect(reviewed({ ...line, 'recipient.state': '大阪府' }, () => true)).toBeUndefined()
})
