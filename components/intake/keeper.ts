import type { OpenFile } from './open-file'
import type { Kept } from './protocol'

/** Sends originals to the server, each as it was read when it came into the sheet. */
export class Keeper {
  private readonly waiting: OpenFile[] = []

  /** Whether a file must stay open for its original. */
  isKeeping(open: OpenFile): boolean {
    return this.waiting.includes(open)
  }

  /** To be asked before the file is read another way. */
  async keep(open: OpenFile, draftId: string): Promise<Kept> {
    this.waiting.push(open)
    const kept = await open.keep(draftId).catch((): Kept => ({ state: 'failed' }))
    this.waiting.splice(this.waiting.indexOf(open), 1)
    return kept
  }

  /** Breaks everything off. */
  close(): void {
    for (const open of this.waiting) open.close()
  }
}
