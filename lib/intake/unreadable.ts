import type { Trouble } from './table'

/** Thrown from deep inside of a reader, where a file turns out not to be readable; `readFile` makes it an answer. */
export class Unreadable extends Error {
  constructor(readonly trouble: Trouble) {
    super(trouble.code)
    this.name = 'Unreadable'
  }
}

/** A file that says one thing and holds another: cut short, or damaged. */
export const broken = (): Unreadable => new Unreadable({ code: 'broken' })
