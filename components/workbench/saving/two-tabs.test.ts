import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DraftChanges, SaveRequest, SaveResponse } from '@/lib/desk-api/drafts/changes'
import type { Result } from '@/lib/desk-api/result'
import { type PlaceholderRows, writeCells } from '@/lib/sheet/acts/cells'
import { insertLines, removeLines } from '@/lib/sheet/acts/lines'
import { mergeOrders, splitOff } from '@/lib/sheet/acts/merge-orders'
import { moveLines } from '@/lib/sheet/acts/move-lines'
import type { Patch } from '@/lib/sheet/draft/draft'
import type { CellAddress, Line } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { SavedDraft, textsOf } from '@/testing/sheet/sync-harness'
import { openedAs } from './journal/open'
import { SaveQueue, type SyncListener } from './save-queue'

const sheet = sheets['orders/japan']
const COLUMNS = [sheet.key, 'recipient.name', 'items[].name']
const failureSentence = () => ''
const noRows: PlaceholderRows = { ids: [] }
const unchanged = {
  ...{ name: '', connectionId: null, isOutdated: false, people: {}, next: null },
  ...{ participants: [], rehearsals: {}, notices: [] },
}

/** What was typed, and what an operator overwrote or removed who had it on the screen. */
class Texts {
  readonly typed: string[] = []
  readonly replaced = new Set<string>()

  next(): string {
    const text = `~${this.typed.length}~`
    this.typed.push(text)
    return text
  }

  /** @param edited a cell whose editor hid the text that it had last */
  note({ changes, inserted, removed }: Patch, edited?: CellAddress): void {
    for (const { line, before, after } of changes)
      for (const column in after) {
        const isHidden = edited?.line === line && edited.column === column
        if (before[column] !== after[column] && !isHidden) this.replace(before[column])
      }
    const next = new Map(inserted.map(line => [line.id, line.texts]))
    for (const { id, texts } of removed)
      for (const column in texts) if (next.get(id)?.[column] !== texts[column]) this.replace(texts[column])
  }

  private replace(text = ''): void {
    // Merged orders keep the texts of their parts in one hidden cell.
    for (const [one] of text.matchAll(/~\d+~/g)) this.replaced.add(one)
  }
}

/** An operator's tab, and a network that is as slow as the script says. */
class SlowTab {
  readonly workbook: Workbook
  private readonly saving: SaveQueue
  private editor: (CellAddress & { text: string }) | null = null
  /** The cell of the editor, while its text is written over one that came after the editor was opened. */
  private overwritten: CellAddress | undefined
  private isSending = false
  private made = 0
  private request: { execute(): SaveResponse; end(response: SaveResponse | undefined): void } | undefined
  private changes: DraftChanges | undefined
  private readonly listener: SyncListener = {
    editing: () => this.editor,
    onChanges: (_patch, _remote, work) => work(),
    onConflicts: () => {},
  }

  constructor(
    private readonly name: string,
    private readonly server: SavedDraft,
    private readonly texts: Texts,
    lines: readonly Line[],
  ) {
    this.workbook = new Workbook(sheet, lines)
    this.saving = new SaveQueue(this.workbook, openedAs('d1', { revision: server.revision, lines: [] }))
    this.workbook.onPatch = (patch, isPart) => {
      this.texts.note(patch, this.overwritten)
      this.saving.note(patch, isPart)
    }
  }

  act(act: (typeof acts)[number], at: number): void {
    const { order } = this.workbook.draft
    const [line = '', below = ''] = [order[at % order.length], order[(at + 1) % order.length]]
    const column = COLUMNS[at % COLUMNS.length] ?? ''
    // A grid writes what its editor has before it does anything else.
    if (act !== 'open') this.close(act === 'cancel')
    if (act === 'open') this.editor ??= { line, column, text: this.workbook.text({ line, column }) }
    else if (act === 'insert') insertLines(this.workbook, line, [`${this.name}${++this.made}`], null)
    else if (order.length < 2) return
    else if (act === 'type') this.type({ line, column })
    else if (act === 'remove') removeLines(this.workbook, [line], null)
    else if (act === 'move') moveLines(this.workbook, [line], at % 2 === 0 ? 1 : -1)
    else if (act === 'merge') mergeOrders(this.workbook, [{ lines: [line, below], number: 'M' }], null)
    else if (act === 'split') splitOff(this.workbook, [line], null)
    else if (act === 'undo') this.workbook.undo()
    else if (act === 'redo') this.workbook.redo()
  }

  async pass(step: NetworkStep): Promise<void> {
    if (step === 'send') this.send()
    else if (step === 'respond') this.request?.end(this.request.execute())
    else if (step === 'read') this.read()
    else if (step === 'receive') this.receive()
    else {
      // The server stores a save whose response is lost; a dropped one does not reach it.
      if (step === 'lose') this.request?.execute()
      this.request?.end(undefined)
    }
    await settled()
  }

  get isSaved(): boolean {
    return this.saving.isDone && !this.isSending
  }

  private send(): void {
    if (this.isSending) return
    this.isSending = true
    const save = ({ seq, ...request }: SaveRequest) =>
      new Promise<Result<SaveResponse>>((resolve, reject) => {
        let response: SaveResponse | undefined
        const execute = () => {
          response ??= { refused: 0, ...this.server.save(this.name, seq, request), conflicts: [] }
          return response
        }
        const end = (value: SaveResponse | undefined) => {
          this.request = undefined
          if (value) resolve({ ok: true, value })
          else reject(new Error('offline'))
        }
        this.request = { execute, end }
      })
    const draft = () => ({ id: 'd1', name: '', connectionId: '' })
    void this.saving.send({ draft, save, failureSentence, listener: this.listener }).finally(() => {
      this.isSending = false
    })
  }

  private read(): void {
    const { revision, lines, removed } = this.server.linesSince(this.saving.cursor.revision - 1)
    this.changes = {
      ...{ ...unchanged, revision },
      lines: lines.map(line => ({ ...line, by: '' })),
      removed: removed.map(id => ({ id, by: '' })),
    }
  }

  private receive(): void {
    if (this.changes) void this.saving.receive(this.changes, this.listener)
    this.changes = undefined
  }

  private close(isCancelled: boolean): void {
    if (!this.editor) return
    this.overwritten = this.workbook.text(this.editor) === this.editor.text ? undefined : this.editor
    if (!isCancelled) this.type(this.editor)
    this.overwritten = undefined
    this.editor = null
  }

  private type({ line, column }: CellAddress): void {
    const text = this.texts.next()
    writeCells(this.workbook, noRows, new Map([[line, { [column]: text }]]), { line, column })
    expect(this.workbook.text({ line, column })).toBe(text)
  }
}

const acts = [
  ...(['type', 'type', 'open', 'open', 'remove', 'remove', 'insert', 'move'] as const),
  ...(['merge', 'split', 'undo', 'redo', 'cancel'] as const),
] as const
const tab = fc.nat(1)
type NetworkStep = 'send' | 'respond' | 'read' | 'receive' | 'lose' | 'drop'
/** What the network does, one after the other. */
const network = fc.constantFrom<readonly NetworkStep[]>(
  ...(['send', 'respond', 'respond', 'read', 'receive', 'lose', 'drop'] as const).map(one => [one]),
  ['read', 'receive'],
  ['send', 'respond'],
  ['send', 'respond', 'read', 'receive'],
)
const step = fc.oneof(
  fc.record({ tab, act: fc.constantFrom(...acts), at: fc.nat(11) }),
  fc.record({ tab, network }),
)

test('two tabs show the same sheet in the end, and every typed text is in it, in a conflict, or was replaced by an act that saw it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 90, size: 'max' }), async script => {
      const server = new SavedDraft(sheet.key)
      const texts = new Texts()
      const lines = Array.from({ length: 4 }, (_, i): Line => {
        const own: Record<string, string> =
          i % 2 === 0 ? { [sheet.key]: `N${i}`, 'recipient.name': `R${i}` } : {}
        return { id: `s${i}`, rank: (i + 1) * 1024, texts: { ...own, 'items[].name': `I${i}` } }
      })
      server.save('start', 1, { seen: 0, removes: [], lines: lines.map(line => ({ ...line, before: null })) })
      const tabs = ['a', 'b'].map(name => new SlowTab(name, server, texts, lines))
      for (const one of script) {
        const tab = tabs[one.tab]
        if ('act' in one) tab?.act(one.act, one.at)
        else for (const net of one.network) await tab?.pass(net)
        await settled()
      }
      for (const tab of tabs) tab.act('cancel', 0)
      for (let i = 0; i < 9 || tabs.some(({ isSaved }) => !isSaved); i++) {
        for (const tab of tabs)
          for (const net of ['send', 'respond', 'read', 'receive'] as const) await tab.pass(net)
      }
      for (const { workbook } of tabs) expect(textsOf(workbook.draft.lines.values())).toEqual(server.texts)
      const known = JSON.stringify([server.texts, server.conflicts])
      expect(texts.typed.filter(text => !known.includes(text) && !texts.replaced.has(text))).toEqual([])
    }),
    { numRuns: 50 },
  )
})

/** Lets all promises that are due call their listeners. */
const settled = () => new Promise(resolve => setImmediate(resolve))
