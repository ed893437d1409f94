import 'server-only'
import { readStrictJson } from '@/lib/contract/strict-json'
import { Cutter, type CutterOptions } from './cutter'
import { flawTrouble } from './flaws'
import type { Piece } from './piece'
import type { Trouble } from './problems'

/** The elements of a request's list, or why the request is refused as a whole. */
export type Elements =
  | { readonly ok: true; readonly elements: readonly unknown[] }
  | { readonly ok: false; readonly trouble: Trouble }

/** One element of at most 16 MB: it is what a body of any size costs in memory. As many as api.md allows orders, or `most`. */
export const cutterOptions = (list: string, mostElements = 2147483647): CutterOptions => ({
  list,
  mostElements,
  mostPieceBytes: 16 * 1024 * 1024,
})

/** Reads `{"<list>": […]}` from bytes. Integers beyond 2^53 come as bigint. What the elements are is not judged here. */
export function readElements(bytes: Uint8Array, list: string): Elements {
  const options = cutterOptions(list)
  const elements: unknown[] = []
  const cutter = new Cutter(options, piece => {
    const element = readElement(piece)
    if (element) elements.push(element.value)
    return element !== undefined
  })
  const flaw = cutter.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)) ?? cutter.end()
  return flaw ? { ok: false, trouble: flawTrouble(flaw, options) } : { ok: true, elements }
}

/**
 * Reads one element. The platform's reader is many times faster; ours is used when a number would be rounded otherwise.
 * @returns undefined when it is no JSON.
 */
export function readElement(piece: Piece): { readonly value: unknown } | undefined {
  const { buffer, start, end } = piece
  const text = buffer.toString('utf8', start, end)
  if (holdsLongInteger(text)) {
    const strict = readStrictJson(buffer.subarray(start, end))
    return strict.ok ? strict : undefined
  }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/**
 * Reads one element as if each of its bytes were a character: in half the time. All of it is as it should be but texts
 * (and names of members) beyond ASCII: they come garbled, and longer than they are. That it is JSON is certain, because
 * such bytes may stand in texts only, whatever they mean.
 * @param piece valid UTF-8
 * @returns undefined when it has to be read by `readElement`: it may be no JSON, or hold a number that would be rounded.
 */
export function readRoughly({ buffer, start, end }: Piece): { readonly value: unknown } | undefined {
  const text = buffer.toString('latin1', start, end)
  if (holdsLongInteger(text)) return undefined
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** A double holds every integer of fewer digits. */
const LONG = 16

/**
 * Whether 16 digits stand in a row, as in an integer that a double may round. In a text they may stand as well, which
 * costs time and nothing else. Looks at every 16th character: a run that long cannot pass between two of them.
 */
export function holdsLongInteger(text: string): boolean {
  for (let at = LONG - 1; at < text.length; at += LONG) {
    if (!isDigit(text, at)) continue
    let start = at
    while (isDigit(text, start - 1)) start--
    let end = at + 1
    while (isDigit(text, end)) end++
    if (end - start >= LONG) return true
  }
  return false
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 48 && code <= 57
}
