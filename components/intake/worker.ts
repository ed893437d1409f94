import { limits, MEGABYTE } from '@/lib/intake/limits'
import { openPostalTable } from '@/lib/intake/postal-table'
import type { Recipe } from '@/lib/intake/recipe'
import type { Trouble } from '@/lib/intake/table'
import { lookupsWith } from './fill-lookups'
import { keepSource } from './keep-source'
import type { Ask, Said, Wish } from './protocol'
import { Reader } from './reader'
import { headOf, piecesOf, type ReturnedPiece } from './return-pieces'

/** A file is read here: one that never comes to an end, or takes all the memory, harms no page. */
let reader: Reader | undefined

/** Progress is told this often at most, in milliseconds. */
const OFTEN = 200

/** Lines of what came back that travel together. */
const PIECE = 400
let returning: Iterator<ReturnedPiece> | undefined

const lookups = lookupsWith(openPostalTable)
const remembered = Promise.withResolvers<readonly Recipe[]>()

const say = (said: Said) => self.postMessage(said)
const cannot = (trouble: Trouble) => say({ kind: 'trouble', trouble })

self.onmessage = ({ data: ask }: MessageEvent<Ask>) => {
  // What is thrown in here would be heard by nobody.
  answer(ask).catch(() => cannot({ code: 'broken' }))
}

async function answer(ask: Ask): Promise<void> {
  switch (ask.kind) {
    case 'read': {
      const { id, file, sheet } = ask
      if (file.size > limits.file * MEGABYTE) return cannot({ code: 'too_large', most: limits.file })
      const bytes = new Uint8Array(await file.arrayBuffer())
      reader = new Reader({ id, name: file.name, bytes, sheet, remembered: remembered.promise, lookups })
      return read(reader, ask.wish)
    }
    case 'remembered':
      return remembered.resolve(ask.recipes)
    case 'again':
      return reader ? read(reader, ask.wish) : cannot({ code: 'broken' })
    case 'lines': {
      const next = await reader?.take(ask.most)
      if (!next) return cannot({ code: 'broken' })
      const { packed, was, isLast } = next
      return say({ kind: 'lines', packed, was: was && JSON.stringify(was), isLast })
    }
    case 'aside': {
      const next = await reader?.takeAside(ask.means, ask.most, ask.isFirst)
      return next ? say({ kind: 'aside', ...next }) : cannot({ code: 'broken' })
    }
    case 'count': {
      const counts = await reader?.count()
      return counts ? say({ kind: 'count', counts }) : cannot({ code: 'broken' })
    }
    case 'settle':
      return reader?.settle()
    case 'more': {
      const { value, done } = returning?.next() ?? { done: true }
      return say({ kind: 'more', json: done ? undefined : JSON.stringify(value) })
    }
    case 'rows':
      return say({ kind: 'rows', json: JSON.stringify(reader?.rows(ask.table, ask.numbers) ?? []) })
    case 'excerpt':
      return say({ kind: 'excerpt', excerpt: reader?.excerpt() })
    case 'keep':
      if (reader) say({ kind: 'kept', kept: await keepSource(reader, ask.draftId) })
  }
}

async function read(by: Reader, wish: Wish): Promise<void> {
  let toldAt = 0
  const reading = await by.read(wish, done => {
    const now = performance.now()
    if (now - toldAt < OFTEN) return
    toldAt = now
    say({ kind: 'progress', done })
  })
  if (!reading.ok) cannot(reading.trouble)
  else if ('returned' in reading) {
    returning = piecesOf(reading.returned, PIECE)
    say({ kind: 'returned', head: headOf(reading.returned) })
  } else say({ kind: 'read', outline: reading.outline })
}
