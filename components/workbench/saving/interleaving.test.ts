import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DraftChanges, SaveRequest, SaveResponse } from '@/lib/desk-api/drafts/changes'
import type { Result } from '@/lib/desk-api/result'
import { emptyPatch } from '@/lib/sheet/draft/draft'
import type { Line } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { SavedDraft } from '@/testing/sheet/sync-harness'
import { openedAs } from './journal/open'
import { SaveQueue, type SyncListener } from './save-queue'

const NAME = 'recipient.name'
const OWN = ['a', 'b', 'c', 'd']
/** Lines of one read: few, so that a script reads several pages. */
const PAGE_SIZE = 2
const failureSentence = () => ''
const draft = () => ({ id: 'd1', name: 'Qoo10', connectionId: 'c1' })

/** A tab of the lines a to d, and a server whose requests and responses take as long as the script says. */
class SlowNetwork {
  readonly server = new SavedDraft()
  readonly workbook: Workbook
  /** The texts that the operator of the tab should see in the own lines. */
  readonly expected = new Map<string, string>()
  private readonly saving: SaveQueue
  private isSending = false
  private othersSaves = 0
  private typed = 0
  /** A save on its way to the server, and one on its way back. */
  private request: { execute(): void; respond(): void; lose(): void } | undefined
  /** Changes that were read and have not arrived yet. */
  private changes: DraftChanges | undefined
  private readonly listener: SyncListener = {
    editing: () => null,
    onChanges: (_patch, _remote, work) => work(),
    onConflicts: () => {},
  }

  constructor() {
    const lines = OWN.map((id, i): Line => ({ id, rank: i, texts: { [NAME]: id } }))
    this.server.save('kim', ++this.othersSaves, {
      seen: 0,
      removes: [],
      lines: lines.map(line => ({ ...line, before: null })),
    })
    this.workbook = new Workbook(sheets['orders/japan'], lines)
    for (const id of OWN) this.expected.set(id, id)
    const opened = openedAs('d1', { revision: this.server.revision, lines: [] })
    this.saving = new SaveQueue(this.workbook, opened)
    this.workbook.onPatch = (patch, isPart) => this.saving.note(patch, isPart)
    this.workbook.onActEnd = () => this.saving.endAct()
  }

  /** The operator changes an own line, or inserts it where it was removed. */
  write(id: string): void {
    const now = this.workbook.draft.lines.get(id)
    const text = `t${++this.typed}`
    this.expected.set(id, text)
    const after = { [NAME]: text }
    this.workbook.perform(
      now
        ? { ...emptyPatch, changes: [{ line: id, before: { [NAME]: now.texts[NAME] ?? '' }, after }] }
        : { ...emptyPatch, inserted: [{ id, rank: OWN.indexOf(id), texts: after }] },
      null,
    )
  }

  remove(id: string): void {
    const now = this.workbook.draft.lines.get(id)
    if (!now) return
    this.expected.delete(id)
    this.workbook.perform({ ...emptyPatch, removed: [now] }, null)
  }

  undo(): void {
    this.workbook.undo()
    this.expected.clear()
    for (const [id, text] of this.shown()) this.expected.set(id, text)
  }

  /** A rename, or a save without lines: it takes a revision and changes no line. */
  rename(): void {
    this.server.revision++
  }

  /** Another operator adds a line below the own ones. */
  addLine(): void {
    const number = ++this.othersSaves
    const line = { id: `o${number}`, rank: 100 + number, texts: { [NAME]: 'Kim' }, before: null }
    this.server.save('kim', number, { seen: this.server.revision, removes: [], lines: [line] })
  }

  save(): void {
    if (this.isSending) return
    this.isSending = true
    const save = (request: SaveRequest) =>
      new Promise<Result<SaveResponse>>((resolve, reject) => {
        let response: SaveResponse | undefined
        const execute = () => {
          response ??= { refused: 0, ...this.server.save('mina', request.seq, request), conflicts: [] }
          return response
        }
        this.request = {
          execute,
          respond: () => {
            this.request = undefined
            resolve({ ok: true, value: execute() })
          },
          lose: () => {
            this.request = undefined
            execute()
            reject(new Error('offline'))
          },
        }
      })
    void this.saving.send({ draft, save, failureSentence, listener: this.listener }).finally(() => {
      this.isSending = false
    })
  }

  /** The server executes the save that is on its way. */
  execute(): void {
    this.request?.execute()
  }

  respond(): void {
    this.request?.respond()
  }

  /** The response to the save is lost. */
  lose(): void {
    this.request?.lose()
  }

  /** The server reads a page of the changes for the tab. */
  read(): void {
    const { revision, line } = this.saving.cursor
    const rows = [...this.server.kept.values()]
      .filter(row => row.revision > revision || (row.revision === revision && row.id > line))
      .sort((x, y) => x.revision - y.revision || (x.id < y.id ? -1 : 1))
    const page = rows.slice(0, PAGE_SIZE)
    const last = rows.length > PAGE_SIZE ? page.at(-1) : undefined
    this.changes = {
      revision: this.server.revision,
      lines: page.flatMap(({ id, rank, texts, isRemoved }) => (isRemoved ? [] : { id, rank, texts, by: '' })),
      removed: page.flatMap(({ id, isRemoved }) => (isRemoved ? { id, by: '' } : [])),
      next: last ? { revision: last.revision, line: last.id } : null,
      ...{ name: '', connectionId: null, isOutdated: false, people: {} },
      ...{ participants: [], rehearsals: {}, notices: [] },
    }
  }

  /** The changes arrive. */
  receive(): void {
    if (this.changes) void this.saving.receive(this.changes, this.listener)
    this.changes = undefined
  }

  shown(): [string, string][] {
    return OWN.flatMap(id => {
      const line = this.workbook.draft.lines.get(id)
      return line ? [[id, line.texts[NAME] ?? '']] : []
    })
  }

  get isSaved(): boolean {
    return this.saving.isDone && !this.isSending
  }
}

const id = fc.constantFrom(...OWN)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constantFrom('write' as const, 'remove' as const), id }) },
  {
    weight: 9,
    arbitrary: fc.record({
      act: fc.constantFrom(
        ...(['save', 'execute', 'respond', 'lose', 'read', 'receive', 'undo', 'rename', 'addLine'] as const),
      ),
    }),
  },
)

test('however late saves, responses and changes arrive, the own lines show what their operator did last', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async script => {
      const network = new SlowNetwork()
      for (const one of script) {
        if ('id' in one) network[one.act](one.id)
        else network[one.act]()
        await settled()
        expect(network.shown()).toEqual([...network.expected].sort())
      }
      for (let i = 0; i < 40 || !network.isSaved; i++) {
        for (const act of ['save', 'respond', 'read', 'receive'] as const) {
          network[act]()
          await settled()
        }
      }
      expect(network.shown()).toEqual([...network.expected].sort())
      const stored = Object.entries(network.server.texts).map(([line, texts]) => [line, texts])
      const tab = [...network.workbook.draft.lines.values()].map(line => [
        line.id,
        { rank: line.rank, ...line.texts },
      ])
      expect(tab.sort()).toEqual(stored.sort())
    }),
    { numRuns: 60 },
  )
})

/** Lets all promises that are due call their listeners. */
const settled = () => new Promise(resolve => setImmediate(resolve))
