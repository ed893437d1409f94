import type { Stage } from './stage'

/** What there is to see of files coming in, and who looks. */
export class Show {
  stage: Stage | undefined
  /** How far the file that is under way is, from 0 to 1. */
  done = 0
  /** Counts what there was to see. */
  version = 0
  private readonly listeners = new Set<() => void>()
  private readonly onDone = new Set<() => void>()

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Hears how far the file is; the whole desk is not drawn anew for that. */
  subscribeDone = (listener: () => void): (() => void) => {
    this.onDone.add(listener)
    return () => this.onDone.delete(listener)
  }

  to(stage: Stage | undefined): void {
    this.stage = stage
    this.done = 0
    this.tell()
  }

  progress(at: 'reading' | 'bringing', done: number): void {
    if (this.stage?.at !== at) return
    this.done = done
    for (const listener of this.onDone) listener()
  }

  tell(): void {
    this.version++
    for (const listener of this.listeners) listener()
  }
}
