import 'server-only'
import { readStrictJson } from '@/lib/contract/strict-json'
import type { Trouble } from './problems'

/** The elements of a request's list, or why the request is refused as a whole. */
export type Elements =
  | { readonly ok: true; readonly elements: readonly unknown[] }
  | { readonly ok: false; readonly trouble: Trouble }

/** Reads `{"<list>": […]}` from bytes. Integers beyond 2^53 come as bigint. What the elements are is not judged here. */
export function readElements(bytes: Uint8Array, list: string): Elements {
  if (bytes.length === 0) return refuse('The body is empty. Send a JSON object.')
  const text = decode(bytes)
  if (text === undefined) return refuse('The body is not UTF-8. Send it in UTF-8.')
  if (text.startsWith('\uFEFF')) return refuse('The body starts with a byte order mark. Send it without one.')
  const read = parse(bytes, text)
  if (!read)
    return refuse('The body is not JSON. Compare it with the API document, near its end if it was cut off.')
  if (typeof read.value !== 'object' || read.value === null || Array.isArray(read.value)) {
    return refuse(`The body is not a JSON object. Send {"${list}": […]}.`)
  }
  const elements = (read.value as Readonly<Record<string, unknown>>)[list]
  if (!Object.hasOwn(read.value, list) || elements === null)
    return refuse(`“${list}” is missing. Send {"${list}": […]}.`)
  if (!Array.isArray(elements)) return refuse(`“${list}” is not a list. Send {"${list}": […]}.`)
  if (elements.length === 0) return refuse(`“${list}” is empty. Send at least one.`)
  return { ok: true, elements }
}

const refuse = (detail: string): Elements => ({ ok: false, trouble: { status: 400, detail } })

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The platform's reader is many times faster; ours is used when a number would be rounded otherwise. */
function parse(bytes: Uint8Array, text: string): { readonly value: unknown } | undefined {
  if (holdsLongInteger(text)) {
    const strict = readStrictJson(bytes)
    return strict.ok ? strict : undefined
  }
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
