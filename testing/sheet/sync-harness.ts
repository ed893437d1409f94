import { applyPatch, type Draft, draftOf, type Patch } from '@/lib/sheet/draft/draft'
import type { Line } from '@/lib/sheet/schema/line'
import type { KeptLine, LineConflict, Stamp } from '@/lib/sheet/sync/merge'
import { mergeSave, type SaveResult } from '@/lib/sheet/sync/merge-save'
import { placeSaved } from '@/lib/sheet/sync/place-saved'
import { type Save, UnsentChanges } from '@/lib/sheet/sync/unsent'

/** The column of a record's number. */
export const KEY = 'no'

/** One draft as the server stores it, with the last response to each editing session. */
export class SavedDraft {
  revision = 0
  readonly kept = new Map<string, KeptLine & { revision: number }>()
  readonly conflicts: (LineConflict & { by: string })[] = []
  /** Every text that a cell ever held. */
  readonly everHeld = new Set<string>()
  private readonly responses = new Map<string, { seq: number; response: HarnessResponse }>()

  /** @param key the column of a record's number */
  constructor(private readonly key = KEY) {}

  save(session: string, seq: number, save: Save): HarnessResponse {
    const known = this.responses.get(session)
    if (known?.seq === seq) return known.response
    const stamp: Stamp = [++this.revision, session]
    const ranks = placeSaved(save.lines, this.key, {
      concurrentLines: [...this.kept.values()]
        .filter(line => !line.isRemoved && line.revision > save.seen && isOthers(line, session))
        .map(({ rank, texts }) => ({ rank, key: texts[this.key] ?? '' }))
        .sort((a, b) => a.rank - b.rank),
      rankOf: id => (save.lines.find(line => line.id === id) ?? this.kept.get(id))?.rank,
      keyOf: id => (save.lines.find(line => line.id === id) ?? this.kept.get(id))?.texts[this.key] ?? '',
    })
    const result = mergeSave(save, { kept: this.kept, held: new Set<string>(), stamp, ranks })
    for (const line of result.lines) {
      this.kept.set(line.id, { ...line, revision: this.revision })
      for (const text of Object.values(line.texts)) this.everHeld.add(text)
    }
    this.conflicts.push(...result.conflicts.map(conflict => ({ ...conflict, by: session })))
    const response = { revision: this.revision, differing: result.differing, conflicts: result.conflicts }
    this.responses.set(session, { seq, response })
    return response
  }

  linesSince(since: number) {
    const rows = [...this.kept.values()].filter(line => line.revision > since)
    return {
      revision: this.revision,
      lines: rows.filter(line => !line.isRemoved).map(({ id, rank, texts }): Line => ({ id, rank, texts })),
      removed: rows.filter(line => line.isRemoved).map(line => line.id),
    }
  }

  get texts() {
    return textsOf([...this.kept.values()].filter(line => !line.isRemoved))
  }
}

interface HarnessResponse extends Pick<SaveResult, 'differing' | 'conflicts'> {
  readonly revision: number
}

/** A tab: its draft, its unsent changes, and the save whose response it awaits. */
export class Tab {
  readonly draft: Draft
  readonly unsent: UnsentChanges
  conflicts: readonly LineConflict[] = []
  private seq = 0
  private waiting: { seq: number; save: Save } | undefined

  constructor(
    readonly name: string,
    private readonly server: SavedDraft,
    private readonly chunk = 1000,
  ) {
    const { lines, revision } = server.linesSince(0)
    this.draft = draftOf(lines)
    this.unsent = new UnsentChanges(this.draft, revision, KEY)
  }

  edit(patch: Patch): void {
    applyPatch(this.draft, patch)
    this.unsent.record(patch)
  }

  /** Sends a save. @param isLost the server stores it, but its response is lost */
  send(isLost: boolean): void {
    if (!this.waiting) {
      const { save, patch } = this.unsent.nextSave(this.chunk)
      applyPatch(this.draft, patch)
      if (!save) return
      this.waiting = { seq: ++this.seq, save }
    }
    const response = this.server.save(this.name, this.waiting.seq, this.waiting.save)
    if (isLost) return
    this.waiting = undefined
    this.conflicts = [...this.conflicts, ...response.conflicts]
    applyPatch(this.draft, this.unsent.confirm(response.revision, { lines: response.differing, removed: [] }))
  }

  receive(): void {
    if (this.waiting) return
    const changesSince = this.server.linesSince(this.unsent.revision)
    applyPatch(this.draft, this.unsent.mergeRemote(changesSince))
    this.unsent.revision = changesSince.revision
  }
}

export const textsOf = (lines: Iterable<Line>) =>
  Object.fromEntries(
    [...lines]
      .map(({ id, rank, texts }): [string, unknown] => [
        id,
        { rank, ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) },
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

const isOthers = ({ trail }: KeptLine, session: string): boolean =>
  Object.values(trail).some(([, who]) => who !== session)

/** Sends all unsent changes and delivers them to all tabs. */
export const syncAll = (...tabs: Tab[]) => {
  for (let i = 0; i < 99; i++) for (const tab of tabs) tab.send(false)
  for (const tab of tabs) tab.receive()
}
