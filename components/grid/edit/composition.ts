import { isComposing } from '@/components/ui/keyboard/is-composing'

/** The part of a keyboard event that is needed. */
export interface Keystroke {
  readonly key: string
  readonly keyCode: number
  readonly isComposing: boolean
}

/** Input types that only a composition causes. */
const composed = /^(insertCompositionText|insertFromComposition|deleteCompositionText|deleteByComposition)$/

/**
 * Decides which events belong to an input method and which to the grid. Browsers report a composition in these orders:
 *
 * - Chromium: key down 229, composition start, input …; input, composition end.
 * - Firefox: key down 229 (`isComposing` from the second one on), composition start, input …; composition end, input.
 * - Safari: composition start, input, key down 229 …; input, composition end, and only then the key down of the
 *   Enter that ended it: 229, but no longer `isComposing`.
 *
 * An Enter that ends a Korean composition and means a line end as well follows as a key of its own (Chromium,
 * Firefox) or as a line break without one (Safari, Android).
 */
export class Composition {
  /** Whether a text is being composed. */
  isOpen = false
  /** The editor ended a composition by force: events that some browsers send afterwards must be ignored. */
  private isInterrupted = false

  /** @returns whether the key belongs to the input method */
  keydown(key: Keystroke): boolean {
    const isTheirs = isComposing(key)
    if (!isTheirs) this.isInterrupted = false
    return isTheirs
  }

  start(): void {
    this.isOpen = true
    this.isInterrupted = false
  }

  end(): void {
    this.isOpen = false
  }

  /** The editor closed in the middle of a composition. */
  interrupt(): void {
    this.isOpen = false
    this.isInterrupted = true
  }

  /** @returns whether the text that came is the rest of a composition that was ended by force */
  isStray(inputType: string): boolean {
    return this.isInterrupted && !this.isOpen && composed.test(inputType)
  }

  /**
   * Line breaks are typed by keys that the grid handles. One that arrives as input is an Enter that the input
   * method passed on.
   * @returns whether it means Enter
   */
  isEnter(inputType: string): boolean {
    return !this.isOpen && (inputType === 'insertLineBreak' || inputType === 'insertParagraph')
  }
}
