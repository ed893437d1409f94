import { apply, type Draft, draftOf, type Line, type Patch } from './draft'
import type { Clash, KeptLine, Stamp } from './merge'
import { mergeSave, type SaveResult } from './merge-save'
import { placeSaved } from './place-saved'
import { type Save, Unsent } from './unsent'

/** The column of a record's number. */
export const KEY = 'no'

/** One draft as the server keeps it, with the last answer to each sitting. */
export class SavedDraft {
  revision = 0
  readonly kept = new Map<string, KeptLine & { revision: number }>()
  readonly clashes: (Clash & { by: string })[] = []
  /** Every text that a cell ever held. */
  readonly held = new Set<string>()
  private readonly answers = new Map<string, { seq: number; answer: Answer }>()

  save(sitting: string, seq: number, save: Save): Answer {
    const known = this.answers.get(sitting)
    if (known?.seq === seq) return known.answer
    const stamp: Stamp = [++this.revision, sitting]
    const ranks = placeSaved(save.lines, KEY, {
      intruders: [...this.kept.values()]
        .filter(line => !line.isRemoved && line.revision > save.seen && isOthers(line, sitting))
        .map(({ rank, texts }) => ({ rank, key: texts[KEY] ?? '' }))
        .sort((a, b) => a.rank - b.rank),
      rankOf: id => (save.lines.find(line => line.id === id) ?? this.kept.get(id))?.rank,
      keyOf: id => (save.lines.find(line => line.id === id) ?? this.kept.get(id))?.texts[KEY] ?? '',
    })
    const result = mergeSave(save, { kept: this.kept, held: new Set<string>(), stamp, ranks })
    for (const line of result.lines) {
      this.kept.set(line.id, { ...line, revision: this.revision })
      for (const text of Object.values(line.texts)) this.held.add(text)
    }
    this.clashes.push(...result.clashes.map(clash => ({ ...clash, by: sitting })))
    const answer = { revision: this.revision, there: result.there, clashes: result.clashes }
    this.answers.set(sitting, { seq, answer })
    return answer
  }

  news(since: number) {
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

interface Answer extends Pick<SaveResult, 'there' | 'clashes'> {
  readonly revision: number
}

/** A tab: its draft, what it has not sent, and the save that it still waits for. */
export class Tab {
  readonly draft: Draft
  readonly unsent: Unsent
  told: readonly Clash[] = []
  private seq = 0
  private waiting: { seq: number; save: Save } | undefined

  constructor(
    readonly name: string,
    private readonly server: SavedDraft,
    private readonly chunk = 1000,
  ) {
    const { lines, revision } = server.news(0)
    this.draft = draftOf(lines)
    this.unsent = new Unsent(this.draft, revision, KEY)
  }

  edit(patch: Patch): void {
    apply(this.draft, patch)
    this.unsent.note(patch)
  }

  /** Sends; `isLost`: the server takes it, and no answer comes. */
  send(isLost: boolean): void {
    if (!this.waiting) {
      const { save, patch } = this.unsent.take(this.chunk)
      apply(this.draft, patch)
      if (!save) return
      this.waiting = { seq: ++this.seq, save }
    }
    const answer = this.server.save(this.name, this.waiting.seq, this.waiting.save)
    if (isLost) return
    this.waiting = undefined
    this.told = [...this.told, ...answer.clashes]
    apply(this.draft, this.unsent.landed(answer.revision, { lines: answer.there, removed: [] }))
  }

  hear(): void {
    if (this.waiting) return
    const news = this.server.news(this.unsent.revision)
    apply(this.draft, this.unsent.takeIn(news))
    this.unsent.revision = news.revision
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

const isOthers = ({ trail }: KeptLine, sitting: string): boolean =>
  Object.values(trail).some(([, who]) => who !== sitting)

/** Sends all that waits, and has everybody hear of it. */
export const bringTogether = (...tabs: Tab[]) => {
  for (let i = 0; i < 99; i++) for (const tab of tabs) tab.send(false)
  for (const tab of tabs) tab.hear()
}
