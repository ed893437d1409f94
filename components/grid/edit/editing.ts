import type { ChoiceFinder, EditorAssist } from '@/components/grid/source'
import type { Column } from '@/lib/sheet/schema/columns'
import type { CellAddress, LineId } from '@/lib/sheet/schema/line'
import { Composition } from './composition'
import { suggestionsOf } from './suggestions'
import { TextHistory } from './text-history'

/** The element that contains the text. */
export type EditorElement = Pick<
  HTMLTextAreaElement,
  'value' | 'selectionStart' | 'selectionEnd' | 'setSelectionRange' | 'setRangeText' | 'blur' | 'focus'
>

/** A cell that is being edited. The text is written to it even if the active cell changes meanwhile. */
export interface EditTarget {
  readonly line: LineId
  readonly column: Column
  /** The text that the cell shows. */
  readonly text: string
  readonly write: (text: string) => void
}

/** What an edit needs from its component. */
interface EditingHost {
  area(): EditorElement | null
  /** The column of the active cell. */
  column(): Column | undefined
  /** Starts an edit of the active cell; undefined where it may not be edited. */
  edit(): EditTarget | undefined
  finder(column: Column): ChoiceFinder | undefined
  /** Toggles the selected flags. */
  toggle(): void
}

/**
 * The edit of a cell from the first keystroke to the last, independent of a browser: when it starts, what is typed,
 * which choices are suggested, how it ends. 'type' started with a keystroke: arrows commit. 'edit' started with F2:
 * arrows move the caret. While an input method composes, the element's text and caret are not touched.
 */
export class Editing {
  readonly composition = new Composition()
  private mode: 'off' | 'type' | 'edit' = 'off'
  private target: EditTarget | undefined
  private texts = new TextHistory({ text: '', caret: 0 })
  /** Whether typing began the edit, and replaces the cell's text. */
  private isReplacing = false
  private isTouched = false
  private isDismissed = false
  private isExpanded = false
  /** The choice that the operator moved to; undefined before that. */
  private highlighted: number | undefined
  private isEndingComposition = false
  private cachedAssist: EditorAssist | undefined
  private readonly listeners = new Set<() => void>()

  constructor(private readonly host: EditingHost) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  isOpen = (): boolean => this.mode !== 'off'

  /** The cell that is being edited; null when none is. */
  cell = (): CellAddress | null =>
    this.mode !== 'off' && this.target ? { line: this.target.line, column: this.target.column.id } : null

  /** The current help for the editor; the same object until it changes. */
  assist(): EditorAssist | undefined {
    const area = this.host.area()
    if (this.cachedAssist || !this.target || !area) return this.cachedAssist
    const { line, column } = this.target
    const done = { isTouched: this.isTouched, highlighted: this.highlighted }
    const suggestions = this.isDismissed
      ? undefined
      : suggestionsOf(this.host.finder(column), area.value, done)
    this.cachedAssist = { line, column, text: area.value, suggestions, isExpanded: this.isExpanded }
    return this.cachedAssist
  }

  /** Opens with the cell's text, the caret at its end. */
  open = (isExpanded = false): void => {
    const area = this.host.area()
    this.target = this.host.edit()
    if (!area || !this.target) return
    area.value = this.target.text
    area.setSelectionRange(area.value.length, area.value.length)
    this.isExpanded = isExpanded
    this.isReplacing = false
    this.start('edit')
  }

  /** Excel's F2: switches between arrows that move the caret and arrows that leave the cell. */
  toggle = (): void => {
    this.mode = this.mode === 'type' ? 'edit' : 'type'
  }

  /** A click into the typed text: from then on arrows move the caret, as in Excel. */
  placeCaret = (): void => {
    if (this.mode === 'type') this.mode = 'edit'
  }

  arrowsLeave = (): boolean => this.mode === 'type'

  /** Writes the text and closes the editor, if it is open. @param instead receives the text instead of the cell */
  commit = (instead?: (text: string) => void): void => {
    this.endComposition()
    const area = this.host.area()
    if (this.mode === 'off' || !area || !this.target) return
    const typed = area.value
    const { text, write } = this.target
    const isChanged = this.mode === 'type' || typed !== text
    this.close()
    if (instead) instead(typed)
    else if (isChanged) write(typed)
  }

  /** Closes the editor; the cell keeps its text. */
  cancel = (): void => this.close()

  /** Inserts a text at the caret; in a closed editor it begins an edit, as if it were typed. */
  insert = (text: string): void => {
    this.startTyping()
    if (this.mode === 'off') return
    const area = this.host.area()
    area?.setRangeText(text, area.selectionStart, area.selectionEnd, 'end')
    this.changed('insert')
  }

  /** Undoes (-1) or redoes (1) within the edit. To undo the typing that began it closes the editor. */
  replay = (step: -1 | 1): void => {
    const area = this.host.area()
    const state = this.composition.isOpen ? undefined : this.texts.go(step)
    if (!state || !area) return
    if (this.isReplacing && this.texts.isAtStart) {
      this.close()
      return
    }
    area.value = state.text
    area.setSelectionRange(state.caret, state.caret)
    this.highlighted = undefined
    this.notify()
  }

  compositionStart = (): void => {
    this.composition.start()
    this.startTyping()
  }

  compositionEnd = (): void => {
    this.composition.end()
    if (this.isEndingComposition) return
    if (this.mode === 'off') {
      // The cell may not be edited.
      this.composition.interrupt()
      this.clear()
    } else if (this.isReplacing && this.target?.column.kind === 'flag' && this.isSpace()) {
      this.composition.interrupt()
      this.close()
      this.toggleFlags()
    } else this.notify()
  }

  /** @param inputType as the event says it */
  input(inputType: string): void {
    // The start of the composition has decided whether it is an edit.
    if (this.isEndingComposition || (this.composition.isOpen && this.mode === 'off')) return
    if (this.composition.isStray(inputType)) {
      if (this.mode === 'off') this.clear()
      return
    }
    if (this.mode === 'off' && this.isSpace() && this.toggleFlags()) {
      this.clear()
      return
    }
    this.startTyping()
    if (this.mode !== 'off') this.changed(inputType)
  }

  /** Whether Space is all that was typed. A Japanese input method writes it as a wide blank, without a key of its own. */
  private isSpace(): boolean {
    const text = this.host.area()?.value
    return text === ' ' || text === '\u3000'
  }

  /** The editor lost the focus. @param isOfWindow whether only the window lost it: the edit continues then */
  blur(isOfWindow: boolean): void {
    if (isOfWindow || this.isEndingComposition) return
    this.composition.interrupt()
    this.commit()
  }

  /** Moves in the list. @returns false where there is none */
  move(steps: number): boolean {
    const suggestions = this.assist()?.suggestions
    if (!suggestions) return false
    const from = suggestions.at
    // Up from the first choice leads back to the text.
    this.highlighted = Math.max(-1, Math.min(from + steps, suggestions.choices.length - 1))
    this.notify()
    return true
  }

  /** Shows the help for the cell: its list, or its address. @returns false where there is none */
  show(): boolean {
    const column = this.host.column()
    if (!column || !(column.url || this.host.finder(column))) return false
    if (this.mode === 'off') this.open(true)
    else {
      this.isDismissed = false
      this.isExpanded = true
      this.notify()
    }
    return true
  }

  /** Toggles the selected flags. @returns false where the active cell is not a flag */
  toggleFlags(): boolean {
    if (this.host.column()?.kind !== 'flag') return false
    this.host.toggle()
    return true
  }

  /** Hides the list. @returns false where there is none */
  dismiss(): boolean {
    if (!this.assist()?.suggestions) return false
    this.isDismissed = true
    this.notify()
    return true
  }

  /** Replaces the typed text by the highlighted choice, or by another one. */
  accept = (at?: number): void => {
    const area = this.host.area()
    const suggestions = this.assist()?.suggestions
    if (!area || !suggestions || (at === undefined && !suggestions.isAccepted)) return
    this.endComposition()
    const choice = suggestions.choices[at ?? suggestions.at]
    if (!choice) return
    const text = choice.shown ?? choice.value
    area.value = text
    area.setSelectionRange(text.length, text.length)
    this.isDismissed = true
    this.changed('accept')
  }

  private startTyping(): void {
    if (this.mode !== 'off') return
    this.target = this.host.edit()
    if (this.target) {
      this.isTouched = true
      this.isReplacing = true
      this.start('type')
    } else if (!this.composition.isOpen) this.clear()
  }

  private start(mode: 'type' | 'edit'): void {
    this.mode = mode
    const text = this.isReplacing ? '' : (this.target?.text ?? '')
    this.texts = new TextHistory({ text, caret: text.length })
    this.notify()
  }

  private close(): void {
    this.clear()
    this.mode = 'off'
    this.target = undefined
    this.isTouched = false
    this.isDismissed = false
    this.isExpanded = false
    this.highlighted = undefined
    this.notify()
  }

  /** Only a loss of focus ends a composition in all browsers. Otherwise its text would appear in the next cell. */
  private endComposition(): void {
    const area = this.host.area()
    if (!this.composition.isOpen || !area) return
    this.isEndingComposition = true
    area.blur()
    area.focus({ preventScroll: true })
    this.isEndingComposition = false
    this.composition.interrupt()
    this.notify()
  }

  private clear(): void {
    const area = this.host.area()
    if (area) area.value = ''
  }

  private changed(inputType: string): void {
    const area = this.host.area()
    if (area) this.texts.note({ text: area.value, caret: area.selectionEnd }, inputType)
    this.isTouched = true
    this.highlighted = undefined
    this.notify()
  }

  private notify(): void {
    this.cachedAssist = undefined
    for (const listener of this.listeners) listener()
  }
}
