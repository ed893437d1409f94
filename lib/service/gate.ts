import 'server-only'
import { isShort } from './body'
import type { Trouble } from './problems'

/** Lets in so many requests at a time. Long bodies stay long, so they do not take the places of the short ones. */
export class Gate {
  private readonly inside = { long: 0, short: 0 }

  constructor(private readonly places: Readonly<Record<'long' | 'short', number>>) {}

  /** @returns how to leave again, once; undefined when all places are taken. */
  enter(request: Request): (() => void) | undefined {
    const kind = isShort(request) ? 'short' : 'long'
    if (this.inside[kind] >= this.places[kind]) return undefined
    this.inside[kind]++
    let isInside = true
    return () => {
      if (isInside) this.inside[kind]--
      isInside = false
    }
  }
}

/** The answer when all places are taken. */
export const crowded: Trouble = {
  status: 429,
  detail: 'Too many requests are being read at the moment. Try again in a few seconds.',
  headers: { 'retry-after': '5' },
}

// Next compiles a module several times into one process; what they share has to lie outside of modules.
const shared = globalThis as { [key: symbol]: Gate | undefined }
const KEY = Symbol.for('lading.service.gate')

/** The gate of this process. */
export function ownGate(): Gate {
  const gate = shared[KEY] ?? new Gate({ long: 8, short: 200 })
  shared[KEY] = gate
  return gate
}
