import type { Column } from '@/lib/sheet/columns'
import { kinds } from '@/lib/sheet/kinds'
import { Composition } from './composition'
import type { Beside, ChoiceFinder } from './help'
import { offerOf } from './offer'

/** What the editing asks of the element that holds the text. */
export type Area = Pick<
  HTMLTextAreaElement,
  'value' | 'selectionStart' | 'selectionEnd' | 'setSelectionRange' | 'setRangeText' | 'blur' | 'focus'
>

/** A cell that is being edited. It stays the one that is written, wherever the operator goes meanwhile. */
export interface EditTarget {
  readonly column: Column
  /** What the cell shows. */
  readonly text: string
  readonly write: (text: string) => void
}

/** What the editing needs of whoever shows it. */
interface Host {
  area(): Area | null
  /** The column where the operator stands. */
  column(): Column | undefined
  /** The cell where the operator stands; undefined when it may not be edited. */
  edit(): EditTarget | undefined
  finder(column: Column): ChoiceFinder | undefined
}

/**
 * One cell's edit from the first keystroke to the last, without a browser: when it begins, what is typed, what is
 * offered beside it, how it ends. 'type' began with a keystroke: arrows commit. 'edit' began with F2: they move the
 * caret. While an input method composes, the element's text and caret are not touched.
 */
export class Editing {
  readonly composition = new Composition()
  private mode: 'off' | 'type' | 'edit' = 'off'
  private target: EditTarget | undefined
  private isTouched = false
  private isShut = false
  private isAsked = false
  /** Where the operator went in the list; undefined while nowhere. */
  private moved: number | undefined
  private isSettling = false
  private known: Beside | undefined
  private readonly listeners = new Set<() => void>()

  constructor(private readonly host: Host) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  isOpen = (): boolean => this.mode !== 'off'

  /** What is to be seen beside the editor now; the same object until it changes. */
  beside(): Beside | undefined {
    const area = this.host.area()
    if (this.known || !this.target || !area) return this.known
    const { column } = this.target
    const done = { isTouched: this.isTouched, moved: this.moved }
    const offer = this.isShut ? undefined : offerOf(this.host.finder(column), area.value, done)
    this.known = { column, text: area.value, offer, isAsked: this.isAsked }
    return this.known
  }

  /** Opens with the cell's text, the caret at its end. */
  open = (isAsked = false): void => {
    const area = this.host.area()
    this.target = this.host.edit()
    if (!area || !this.target) return
    area.value = this.target.text
    area.setSelectionRange(area.value.length, area.value.length)
    this.isAsked = isAsked
    this.start('edit')
  }

  /** Excel's F2: arrows move in the text, or leave the cell. */
  toggle = (): void => {
    this.mode = this.mode === 'type' ? 'edit' : 'type'
  }

  arrowsLeave = (): boolean => this.mode === 'type'

  /** Writes what was typed and closes; nothing when it is closed. @param instead takes the text instead of the cell */
  commit = (instead?: (text: string) => void): void => {
    this.settle()
    const area = this.host.area()
    if (this.mode === 'off' || !area || !this.target) return
    const typed = area.value
    const { text, write } = this.target
    const isChanged = this.mode === 'type' || typed !== text
    this.close()
    if (instead) instead(typed)
    else if (isChanged) write(typed)
  }

  /** Closes and leaves the cell as it was. */
  cancel = (): void => this.close()

  insert = (text: string): void => {
    const area = this.host.area()
    area?.setRangeText(text, area.selectionStart, area.selectionEnd, 'end')
    this.changed()
  }

  compositionStart = (): void => {
    this.composition.start()
    this.begin()
  }

  compositionEnd = (): void => {
    this.composition.end()
    if (this.isSettling) return
    if (this.mode === 'off') {
      // The cell may not be edited.
      this.composition.cut()
      this.empty()
    } else this.told()
  }

  /** @param inputType as the event says it */
  input(inputType: string): void {
    // The start of a composition decided already whether it is an edit.
    if (this.isSettling || (this.composition.isOpen && this.mode === 'off')) return
    if (this.composition.isStray(inputType)) {
      if (this.mode === 'off') this.empty()
      return
    }
    this.begin()
    if (this.mode !== 'off') this.changed()
  }

  /** The focus went elsewhere. @param isBack whether another window only came to the front: nothing ends then */
  blur(isBack: boolean): void {
    if (isBack || this.isSettling) return
    this.composition.cut()
    this.commit()
  }

  /** Goes up or down in the list. @returns false where there is none */
  move(steps: number): boolean {
    const offer = this.beside()?.offer
    if (!offer) return false
    const from = offer.at
    // Up from the first one is back in the text.
    this.moved = Math.max(-1, Math.min(from + steps, offer.choices.length - 1))
    this.told()
    return true
  }

  /** Shows what helps with the cell: its list, or what its address leads to. @returns false where nothing does */
  show(): boolean {
    const column = this.host.column()
    if (!column || !(column.url || this.host.finder(column))) return false
    if (this.mode === 'off') this.open(true)
    else {
      this.isShut = false
      this.isAsked = true
      this.told()
    }
    return true
  }

  /** Turns a flag over, whatever word says it now. @returns false where the cell is none */
  flip(): boolean {
    if (this.host.column()?.kind !== 'flag') return false
    const target = this.host.edit()
    if (!target) return true
    const reading = kinds.flag.read(target.text, target.column)
    target.write('value' in reading && reading.value === true ? 'false' : 'true')
    return true
  }

  /** Hides the list. @returns false where there is none */
  shut(): boolean {
    if (!this.beside()?.offer) return false
    this.isShut = true
    this.told()
    return true
  }

  /** Puts the highlighted choice, or another one, in the place of what was typed. */
  take = (at?: number): void => {
    const area = this.host.area()
    const offer = this.beside()?.offer
    if (!area || !offer || (at === undefined && !offer.isTaken)) return
    this.settle()
    const choice = offer.choices[at ?? offer.at]
    if (!choice) return
    area.value = choice.value
    area.setSelectionRange(choice.value.length, choice.value.length)
    this.isShut = true
    this.changed()
  }

  private begin(): void {
    if (this.mode !== 'off') return
    this.target = this.host.edit()
    if (this.target) {
      this.isTouched = true
      this.start('type')
    } else if (!this.composition.isOpen) this.empty()
  }

  private start(mode: 'type' | 'edit'): void {
    this.mode = mode
    this.told()
  }

  private close(): void {
    this.empty()
    this.mode = 'off'
    this.target = undefined
    this.isTouched = false
    this.isShut = false
    this.isAsked = false
    this.moved = undefined
    this.told()
  }

  /** Only losing the focus ends a composition for certain. Else its text would turn up in the next cell. */
  private settle(): void {
    const area = this.host.area()
    if (!this.composition.isOpen || !area) return
    this.isSettling = true
    area.blur()
    area.focus({ preventScroll: true })
    this.isSettling = false
    this.composition.cut()
    this.told()
  }

  private empty(): void {
    const area = this.host.area()
    if (area) area.value = ''
  }

  private changed(): void {
    this.isTouched = true
    this.moved = undefined
    this.told()
  }

  private told(): void {
    this.known = undefined
    for (const listener of this.listeners) listener()
  }
}
