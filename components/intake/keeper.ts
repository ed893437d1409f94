import type { OpenFile } from './open-file'
import type { Kept } from './protocol'

/** Sends originals to the server one after the other: what is read another way is told after what it was before. */
export class Keeper {
  private readonly waiting: OpenFile[] = []
  private last: Promise<unknown> = Promise.resolve()

  /** Whether a file must stay open for its original. */
  isKeeping(open: OpenFile): boolean {
    return this.waiting.includes(open)
  }

  async keep(open: OpenFile, draftId: string): Promise<Kept> {
    this.waiting.push(open)
    const failed = (): Kept => ({ state: 'failed' })
    const kept = this.last.then(() => open.keep(draftId).catch(failed))
    this.last = kept
    const said = await kept
    this.waiting.splice(this.waiting.indexOf(open), 1)
    return said
  }

  /** Breaks everything off. */
  close(): void {
    for (const open of this.waiting) open.close()
  }
}
