import type { ChoiceFinder, Suggestions } from '@/components/grid/source'

/** The operator's last input: typed, or moved in the list, to a choice or back to the text (-1). */
interface OperatorInput {
  readonly isTouched: boolean
  readonly highlighted: number | undefined
}

/**
 * The suggestions for a text: matching choices once something was typed, else all choices.
 * @returns undefined where there are none
 */
export function suggestionsOf(
  finder: ChoiceFinder | undefined,
  text: string,
  done: OperatorInput,
): Suggestions | undefined {
  if (!finder) return undefined
  if (done.isTouched && text.trim() !== '') {
    const { choices, isClear } = finder.match(text)
    if (choices.length === 0) return undefined
    const at = done.highlighted ?? (isClear ? 0 : -1)
    return { choices, at, isAccepted: at >= 0 }
  }
  const { choices, at } = finder.all(text)
  return {
    choices,
    at: done.highlighted ?? at,
    isAccepted: done.highlighted !== undefined && done.highlighted >= 0,
  }
}
