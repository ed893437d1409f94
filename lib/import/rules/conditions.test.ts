import { describe, expect, it } from 'vitest'
import { compileCondition } from './conditions'
import type { RuleCondition } from './rule'

const holds = (condition: Pick<RuleCondition, 'test'> & { texts?: readonly string[] }, text: string) =>
  compileCondition({ column: 'c', ...condition } as RuleCondition)(text)

describe('a condition of a rule', () => {
  it('ignores blanks around an equal text, and knows one of several texts', () => {
    expect(holds({ test: 'equals', texts: ['KR', ' JP '] }, ' JP')).toBe(true)
    expect(holds({ test: 'equals', texts: ['KR', 'JP'] }, 'JPN')).toBe(false)
  })

  it('finds a part at the beginning, at the end and anywhere', () => {
    expect(holds({ test: 'begins', texts: ['gift'] }, '  gift box')).toBe(true)
    expect(holds({ test: 'begins', texts: ['box'] }, 'gift box')).toBe(false)
    expect(holds({ test: 'ends', texts: ['box'] }, 'gift box ')).toBe(true)
    expect(holds({ test: 'contains', texts: ['t b'] }, 'gift box')).toBe(true)
    expect(holds({ test: 'contains', texts: ['x', 'y'] }, 'gift')).toBe(false)
  })

  it('knows blank cells, also those with only white space', () => {
    expect(holds({ test: 'blank' }, ' \u3000')).toBe(true)
    expect(holds({ test: 'filled' }, ' \u3000')).toBe(false)
    expect(holds({ test: 'filled' }, 'x')).toBe(true)
  })

  it.each([
    ['03-*', '03-1234-5678', true],
    ['03-*', '103-1', false],
    ['*bag', 'a red bag', true],
    ['a*b*c', 'a1b2c', true],
    ['a*b*c', 'ac', false],
    ['ab*ba', 'aba', false],
    ['**', '', true],
    ['A.1', 'AB1', false],
  ])('compares the pattern %s with %s', (pattern, text, expected) => {
    expect(holds({ test: 'matches', texts: [pattern] }, text)).toBe(expected)
  })

  it('compares a hostile pattern quickly', () => {
    expect(holds({ test: 'matches', texts: [`${'*a'.repeat(500)}b`] }, 'a'.repeat(3000))).toBe(false)
  })
})
