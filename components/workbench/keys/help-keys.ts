import type { Messages } from '@/lib/words/messages'

type Words = Messages['help']

/** An action of one or more keys; `lib/words` describes it under `help.keys`, by its id. */
export interface HelpKey {
  readonly id: keyof Words['keys']
  /** Alternative keys, in the notation of `aria-keyshortcuts`; a sequence is pressed in turn. */
  readonly keys: readonly string[]
}

export interface HelpGroup {
  readonly id: keyof Words['groups']
  readonly keys: readonly HelpKey[]
}

const key = (id: HelpKey['id'], ...keys: string[]): HelpKey => ({ id, keys })

/** Every key of a sheet. A component that handles a key lists it here. */
export const helpGroups: readonly HelpGroup[] = [
  {
    id: 'move',
    keys: [
      key('arrows', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'),
      key('edge', 'Control+ArrowUp', 'Control+ArrowDown', 'Control+ArrowLeft', 'Control+ArrowRight'),
      key('lineStart', 'Home'),
      key('lineEnd', 'End'),
      key('first', 'Control+Home'),
      key('last', 'Control+End'),
      key('page', 'PageUp', 'PageDown'),
      key('pageAcross', 'Alt+PageUp', 'Alt+PageDown'),
      key('across', 'Tab', 'Shift+Tab'),
      key('down', 'Enter', 'Shift+Enter'),
    ],
  },
  {
    id: 'select',
    keys: [
      key('extend', 'Shift+ArrowUp', 'Shift+ArrowDown', 'Shift+ArrowLeft', 'Shift+ArrowRight'),
      key('extendEdge', 'Control+Shift+ArrowDown', 'Control+Shift+ArrowRight'),
      key('all', 'Control+A'),
      key('wholeLine', 'Shift+Space'),
      key('wholeColumn', 'Control+Space'),
      key('only', 'Escape'),
    ],
  },
  {
    id: 'edit',
    keys: [
      key('edit', 'F2'),
      key('clear', 'Delete', 'Backspace'),
      key('newline', 'Alt+Enter'),
      key('list', 'Alt+ArrowDown'),
      key('flip', 'Space'),
      key('openLink', 'Alt+Enter'),
      key('today', 'Control+;'),
      key('cancel', 'Escape'),
      key('copy', 'Control+C'),
      key('cut', 'Control+X'),
      key('paste', 'Control+V'),
      key('fillDown', 'Control+D'),
      key('fillRight', 'Control+R'),
      key('fillAll', 'Control+Enter'),
      key('menu', 'Shift+F10'),
      key('undo', 'Control+Z'),
      key('redo', 'Control+Y', 'Control+Shift+Z'),
      key('save', 'Control+S'),
      key('remember', 'Alt+R'),
    ],
  },
  {
    id: 'lines',
    keys: [
      key('insert', 'Control+Alt+='),
      key('insertAbove', 'Control+Alt+Shift+='),
      key('append', 'Control+Enter'),
      key('duplicate', 'Control+Shift+D'),
      key('moveLines', 'Alt+ArrowUp', 'Alt+ArrowDown'),
      key('remove', 'Control+Alt+-'),
      key('form', 'Control+M'),
    ],
  },
  {
    id: 'columns',
    keys: [
      key('sort', 'Alt+Shift+ArrowUp', 'Alt+Shift+ArrowDown'),
      key('filter', 'Control+Shift+L'),
      key('columnWidth', 'Alt+Shift+ArrowLeft', 'Alt+Shift+ArrowRight'),
      key('columnMenu', 'Alt+Shift+Enter'),
    ],
  },
  {
    id: 'find',
    keys: [
      key('find', 'Control+F'),
      key('replace', 'Control+H'),
      key('next', 'F3'),
      key('previous', 'Shift+F3'),
      key('goTo', 'Control+G'),
      key('search', 'Control+K'),
    ],
  },
  {
    id: 'failures',
    keys: [
      key('nextFailure', 'F8'),
      key('previousFailure', 'Shift+F8'),
      key('nextWarning', 'Alt+F8'),
      key('previousWarning', 'Alt+Shift+F8'),
      key('check', 'F9'),
      key('register', 'Control+F9'),
    ],
  },
  {
    id: 'screen',
    keys: [
      key('nextRegion', 'F6'),
      key('previousRegion', 'Shift+F6'),
      key('toSheet', 'Escape'),
      key('help', '?', 'F1', 'Control+/'),
    ],
  },
]
