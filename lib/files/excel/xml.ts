import { limits } from '@/lib/files/book/limits'
import { damagedFile, ReadError } from '@/lib/files/book/read-error'

/** Characters of a tag with its attributes, which may contain formulas of 8,192 characters. */
const MAX_TAG_LENGTH = 65_536

/** A tag of an XML document; names are without prefix. */
export interface XmlTag {
  readonly name: string
  readonly isClosing: boolean
  /** Whether the tag closes itself: `<a/>`. */
  readonly isEmpty: boolean
  /** Position behind the tag. */
  readonly end: number
  /** The value of an attribute, by its name without prefix. */
  readonly attribute: (name: string) => string | undefined
  /** The text between this tag and the next. @throws ReadError where it is too long for a cell */
  readonly text: () => string
}

/**
 * Reads the tags of an XML text. It supports no entities except the five predefined ones and numbers, so none can
 * expand; a text that declares entities is rejected.
 */
export function* xmlTags(xml: string): Generator<XmlTag> {
  rejectDoctype(xml)
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', at)) {
    if (xml.startsWith('<!--', at)) at = endOf(xml, '-->', at)
    else if (xml.startsWith(CDATA, at)) at = endOf(xml, ']]>', at)
    else if (xml[at + 1] === '?') at = endOf(xml, '?>', at)
    else {
      const end = endOf(xml, '>', at)
      if (end - at > MAX_TAG_LENGTH) throw damagedFile()
      yield tagOf(xml, at, end)
      at = end
    }
  }
}

/** @throws ReadError where a document has a DOCTYPE, which no spreadsheet has */
export function rejectDoctype(xml: string): void {
  if (xml.slice(0, 4096).includes('<!DOCTYPE')) throw damagedFile()
}

function endOf(xml: string, what: string, at: number): number {
  const found = xml.indexOf(what, at)
  if (found === -1) throw damagedFile()
  return found + what.length
}

function tagOf(xml: string, at: number, end: number): XmlTag {
  const isClosing = xml[at + 1] === '/'
  const inner = xml.slice(at + (isClosing ? 2 : 1), end - 1)
  const [full = ''] = /^[^\s/]*/.exec(inner) ?? []
  let attributes: Map<string, string> | undefined
  return {
    name: localName(full),
    isClosing,
    isEmpty: inner.endsWith('/'),
    end,
    attribute: name => {
      attributes ??= attributesOf(inner)
      return attributes.get(name)
    },
    text: () => {
      const { text } = textUntilTag(xml, end)
      // Decoding only makes a text shorter; the longest entity has ten characters.
      if (text.length > limits.cellLength * 10)
        throw new ReadError({ code: 'cell_too_long', most: limits.cellLength })
      return decodeEntities(text)
    },
  }
}

const CDATA = '<![CDATA['

/**
 * The text from a position to the next tag, with its entities; the characters of CDATA sections become entities, and
 * comments are left out.
 * @param within where its element ends
 * @throws ReadError where a section or a comment does not end within the element
 */
export function textUntilTag(
  xml: string,
  from: number,
  within: number = xml.length,
): { readonly text: string; readonly end: number } {
  const next = xml.indexOf('<', from)
  let end = next === -1 ? xml.length : next
  let text = xml.slice(from, end)
  while (xml.charCodeAt(end + 1) === EXCLAMATION_MARK) {
    const isCdata = xml.startsWith(CDATA, end)
    if (!isCdata && !xml.startsWith('<!--', end)) break
    const close = endOf(xml, isCdata ? ']]>' : '-->', end)
    if (close > within) throw damagedFile()
    if (isCdata) text += escapedText(xml.slice(end + CDATA.length, close - 3))
    const after = xml.indexOf('<', close)
    end = after === -1 ? xml.length : after
    text += xml.slice(close, end)
  }
  return { text, end }
}
const EXCLAMATION_MARK = 33

const escapedText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

function attributesOf(inner: string): Map<string, string> {
  const attributes = new Map<string, string>()
  // A word without a value is passed over as a whole: an attribute could begin at none of its characters.
  for (const [, name = '', a, b] of inner.matchAll(/([^\s=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?/g)) {
    const value = a ?? b
    if (value !== undefined) attributes.set(localName(name), decodeEntities(value))
  }
  return attributes
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A text with its entities replaced by their characters. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (all, decimal, hex, name) => {
      if (name !== undefined) return named[String(name)] ?? all
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
        ? String.fromCodePoint(code)
        : all
    },
  )
}
