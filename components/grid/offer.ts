import type { ChoiceFinder, Offer } from './help'

/** What the operator did so far: typed, or went in the list, to a choice or back to the text (-1). */
interface Done {
  readonly isTouched: boolean
  readonly moved: number | undefined
}

/**
 * What is offered for a text: what fits it once something was typed, else everything.
 * @returns undefined where there is nothing to offer
 */
export function offerOf(finder: ChoiceFinder | undefined, text: string, done: Done): Offer | undefined {
  if (!finder) return undefined
  if (done.isTouched && text.trim() !== '') {
    const { choices, isClear } = finder.match(text)
    if (choices.length === 0) return undefined
    const at = done.moved ?? (isClear ? 0 : -1)
    return { choices, at, isTaken: at >= 0 }
  }
  const { choices, at } = finder.all(text)
  return { choices, at: done.moved ?? at, isTaken: done.moved !== undefined && done.moved >= 0 }
}
