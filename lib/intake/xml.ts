import { limits } from './limits'
import { broken, Unreadable } from './unreadable'

/** Letters of a tag with all its attributes; formulas of 8,192 letters are among them. */
const LONGEST_TAG = 65_536

/** A tag of a small part of an XML document; names without their prefix. */
export interface XmlTag {
  readonly name: string
  readonly closes: boolean
  /** Whether it is its own end: `<a/>`. */
  readonly isEmpty: boolean
  /** Where it ends in the text. */
  readonly end: number
  /** The text of an attribute, by its name without prefix. */
  readonly attribute: (name: string) => string | undefined
  /** The text behind the tag, up to the next. @throws Unreadable where it is longer than any cell may be */
  readonly text: () => string
}

/**
 * Takes an XML text apart. It knows nothing of entities but the five and numbers, so none can grow; a text that
 * declares some is refused.
 */
export function* xmlTags(xml: string): Generator<XmlTag> {
  refuseDeclarations(xml)
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', at)) {
    if (xml.startsWith('<!--', at)) at = behind(xml, '-->', at)
    else if (xml.startsWith('<![CDATA[', at)) at = behind(xml, ']]>', at)
    else if (xml[at + 1] === '?') at = behind(xml, '?>', at)
    else {
      const end = behind(xml, '>', at)
      if (end - at > LONGEST_TAG) throw broken()
      yield tagOf(xml, at, end)
      at = end
    }
  }
}

/** @throws Unreadable where a document declares a type of its own, as none of a spreadsheet does */
export function refuseDeclarations(xml: string): void {
  if (xml.slice(0, 4096).includes('<!DOCTYPE')) throw broken()
}

function behind(xml: string, what: string, at: number): number {
  const found = xml.indexOf(what, at)
  if (found === -1) throw broken()
  return found + what.length
}

function tagOf(xml: string, at: number, end: number): XmlTag {
  const closes = xml[at + 1] === '/'
  const inner = xml.slice(at + (closes ? 2 : 1), end - 1)
  const [full = ''] = /^[^\s/]*/.exec(inner) ?? []
  let attributes: Map<string, string> | undefined
  return {
    name: localName(full),
    closes,
    isEmpty: inner.endsWith('/'),
    end,
    attribute: name => {
      attributes ??= attributesOf(inner)
      return attributes.get(name)
    },
    text: () => {
      const next = xml.indexOf('<', end)
      const to = next === -1 ? xml.length : next
      // Entities only make a text shorter; the longest of them has ten characters.
      if (to - end > limits.cell * 10) throw new Unreadable({ code: 'cell_too_long', most: limits.cell })
      return readXmlText(xml.slice(end, to))
    },
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

function attributesOf(inner: string): Map<string, string> {
  const found = inner.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)
  return new Map([...found].map(([, name = '', a, b]) => [localName(name), readXmlText(a ?? b ?? '')]))
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Text with its entities read. */
export function readXmlText(text: string): string {
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
