import type { CDPSession, Locator, Page } from 'playwright/test'

/**
 * Types as an input method does in Chromium: every key press arrives as key code 229, the composed text is replaced
 * step by step, and the end of the composition inserts it.
 */
export class Ime {
  private constructor(private readonly session: CDPSession) {}

  /** An input method for the page; it writes to the focused element. */
  static async on(page: Page): Promise<Ime> {
    return new Ime(await page.context().newCDPSession(page))
  }

  /** Shows each step as the composed text, one key press per step; the composition stays open. */
  async compose(steps: readonly string[]): Promise<void> {
    for (const text of steps)
      await this.press('Unidentified', async () => {
        await this.session.send('Input.imeSetComposition', {
          text,
          selectionStart: text.length,
          selectionEnd: text.length,
        })
      })
  }

  /** Ends the composition with this text, as the Enter that chooses a candidate does. */
  async commit(text: string): Promise<void> {
    await this.press('Enter', async () => {
      await this.session.send('Input.insertText', { text })
    })
  }

  /** Ends the composition without text, as Escape does. */
  async cancel(): Promise<void> {
    await this.press('Escape', async () => {
      await this.session.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 })
    })
  }

  /** Ctrl and a letter: the browser reports the letter of the input method's script, and the place of the key. */
  async control(key: string, code: string): Promise<void> {
    const pressed = { key, code, modifiers: 2, windowsVirtualKeyCode: code.charCodeAt(3) }
    await this.session.send('Input.dispatchKeyEvent', { ...pressed, type: 'rawKeyDown' })
    await this.session.send('Input.dispatchKeyEvent', { ...pressed, type: 'keyUp' })
  }

  /** One key that the input method handles: the page gets only key code 229, "Process". */
  private async press(code: string, write: () => Promise<void>): Promise<void> {
    const key = { key: 'Process', code, windowsVirtualKeyCode: 229, nativeVirtualKeyCode: 229 }
    await this.session.send('Input.dispatchKeyEvent', { ...key, type: 'rawKeyDown' })
    await write()
    await this.session.send('Input.dispatchKeyEvent', { ...key, type: 'keyUp' })
  }
}

/** The steps in which a Korean input method composes a syllable. */
export const korean = { steps: ['ㄱ', '가', '간'], text: '간' } as const

/** Romaji, kana, and the chosen candidate. */
export const japanese = {
  steps: ['n', 'に', 'にh', 'にほ', 'にほn', 'にほん', '日本'],
  text: '日本',
} as const

/** An event of a composition; `text` is the content of the field at that time. */
type InputEventStep =
  | { readonly key: string; readonly isComposing: boolean }
  | { readonly type: 'compositionstart' | 'compositionend' }
  | { readonly inputType: string; readonly text: string; readonly isComposing: boolean }

/** Sends a field the events of a composition as another browser would: Chromium has no such order. */
const dispatch = (field: Locator, events: readonly InputEventStep[]): Promise<void> =>
  field.evaluate((element, steps) => {
    for (const event of steps) {
      const common = { bubbles: true, cancelable: true }
      if ('key' in event)
        element.dispatchEvent(new KeyboardEvent('keydown', { ...common, ...event, keyCode: 229 }))
      else if ('type' in event) element.dispatchEvent(new CompositionEvent(event.type, common))
      else {
        if (element instanceof HTMLTextAreaElement) element.value = event.text
        element.dispatchEvent(new InputEvent('input', { ...common, ...event }))
      }
    }
  }, events)

const typed = (text: string, isComposing: boolean): InputEventStep => ({
  inputType: 'insertCompositionText',
  text,
  isComposing,
})

/** Firefox: the key comes first, the end of the composition before its input. */
export const firefox = (field: Locator, steps: readonly string[], text: string): Promise<void> =>
  dispatch(field, [
    ...steps.flatMap((step, i): InputEventStep[] => [
      { key: 'Process', isComposing: i > 0 },
      ...(i === 0 ? [{ type: 'compositionstart' } as const] : []),
      typed(step, true),
    ]),
    { key: 'Enter', isComposing: true },
    { type: 'compositionend' },
    typed(text, false),
  ])

/** Safari: the key comes last; that of the Enter comes after the composition has ended. */
export const safari = (field: Locator, steps: readonly string[], text: string): Promise<void> =>
  dispatch(field, [
    { type: 'compositionstart' },
    ...steps.flatMap((step): InputEventStep[] => [
      typed(step, true),
      { key: 'Unidentified', isComposing: true },
    ]),
    { inputType: 'insertFromComposition', text, isComposing: true },
    { type: 'compositionend' },
    { key: 'Enter', isComposing: false },
  ])
