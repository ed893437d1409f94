/** A text with its caret. */
export interface TextState {
  readonly text: string
  readonly caret: number
}

/** Input types of typing; others, such as a paste, are steps of their own. */
const typing = /^insert(Text|CompositionText|FromComposition)$/

/**
 * Undo and redo within one edit of a cell. All cells are edited in the same element, whose own undo would insert what
 * was typed into other cells.
 */
export class TextHistory {
  private readonly states: TextState[]
  private at = 0
  /** The kind of the last change: changes of one kind that follow each other are one step. */
  private kind = ''

  constructor(first: TextState) {
    this.states = [first]
  }

  /** Notes a change. @param inputType as the event says it */
  note(state: TextState, inputType: string): void {
    const kind = typing.test(inputType) ? 'typing' : inputType
    if (kind !== this.kind || kind.startsWith('insertFrom') || this.at === 0) this.at++
    this.kind = kind
    this.states.length = this.at
    this.states.push(state)
  }

  /** The state one step back (-1) or on (1); undefined: there is none. */
  go(step: -1 | 1): TextState | undefined {
    const state = this.states[this.at + step]
    if (!state) return undefined
    this.at += step
    this.kind = ''
    return state
  }

  /** Whether everything is undone. */
  get isAtStart(): boolean {
    return this.at === 0
  }
}
