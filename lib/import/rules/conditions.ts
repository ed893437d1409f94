import { isBlank } from '@/lib/sheet/schema/kinds'
import type { RuleCondition } from './rule'

/** Whether the text of a cell meets a condition. */
export type TextTest = (text: string) => boolean

/** Prepares a condition for many texts. */
export function compileCondition(condition: RuleCondition): TextTest {
  switch (condition.test) {
    case 'blank':
      return isBlank
    case 'filled':
      return text => !isBlank(text)
    case 'equals': {
      const texts = new Set(condition.texts.map(text => text.trim()))
      return text => texts.has(text.trim())
    }
    case 'contains':
      return anyOf(condition.texts, (text, part) => text.includes(part))
    case 'begins':
      return anyOf(condition.texts, (text, part) => text.trimStart().startsWith(part))
    case 'ends':
      return anyOf(condition.texts, (text, part) => text.trimEnd().endsWith(part))
    case 'matches': {
      const patterns = condition.texts.map(text => text.trim().split('*'))
      return text => patterns.some(parts => matchesPattern(text.trim(), parts))
    }
  }
}

const anyOf =
  (parts: readonly string[], test: (text: string, part: string) => boolean): TextTest =>
  text =>
    parts.some(part => test(text, part))

/**
 * Whether a text consists of parts with any characters between them. The first place of each part is the right one, so
 * no pattern takes longer than the text is long.
 */
function matchesPattern(text: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts
  const last = rest.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let from = first.length
  for (const part of rest) {
    const at = text.indexOf(part, from)
    if (at === -1) return false
    from = at + part.length
  }
  return text.length - from >= last.length && text.endsWith(last)
}
