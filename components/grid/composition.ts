/** What the machine wants to know of a key. */
export interface Keystroke {
  readonly key: string
  readonly keyCode: number
  readonly isComposing: boolean
}

/** Kinds of input that only a composition makes. */
const composed = /^(insertCompositionText|insertFromComposition|deleteCompositionText|deleteByComposition)$/

/**
 * Tells what belongs to an input method and what to the sheet. The orders in which browsers tell of a composition:
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
  /** The editor ended a composition by force: what some browsers tell of it afterwards concerns no cell. */
  private isCut = false

  /** @returns whether the key is the input method's own */
  keydown({ keyCode, isComposing }: Keystroke): boolean {
    // 229: a key that an input method takes. Some say only this and some only that.
    const isTheirs = isComposing || keyCode === 229
    if (!isTheirs) this.isCut = false
    return isTheirs
  }

  start(): void {
    this.isOpen = true
    this.isCut = false
  }

  end(): void {
    this.isOpen = false
  }

  /** The editor left in mid-composition. */
  cut(): void {
    this.isOpen = false
    this.isCut = true
  }

  /** @returns whether the text that came is the rest of a composition that was ended by force */
  isStray(inputType: string): boolean {
    return this.isCut && !this.isOpen && composed.test(inputType)
  }

  /**
   * Line ends are typed by key, and those keys are the sheet's. One that comes all the same is the Enter of a key
   * that the input method took and handed on.
   * @returns whether it means Enter
   */
  isEnter(inputType: string): boolean {
    return !this.isOpen && (inputType === 'insertLineBreak' || inputType === 'insertParagraph')
  }
}
