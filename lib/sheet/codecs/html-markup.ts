/** A tag; its attributes are parsed when they are first read. */
export interface Tag {
  /** The name of the element, in lower case. */
  readonly name: string
  readonly closes: boolean
  /** The value of an attribute; '' when it has none. */
  readonly attribute: (name: string) => string
}

/** Elements whose content is not text of the page. */
const skippedElements = new Set([
  'style',
  'script',
  'title',
  'noscript',
  'template',
  'iframe',
  'object',
  'svg',
  'textarea',
])

/**
 * Splits an HTML text into tags and texts, in order, as far as clipboards need it. Comments, declarations and the
 * content of scripts and styles are skipped.
 */
export class Markup {
  private at = 0

  constructor(private readonly html: string) {}

  /** How many characters were read. */
  get position(): number {
    return this.at
  }

  /** @returns a text with its entities read, a tag, or undefined at the end */
  next(): Tag | string | undefined {
    while (this.at < this.html.length) {
      const piece = this.html[this.at] === '<' ? this.markup() : this.text()
      if (piece !== undefined) return piece
    }
    return undefined
  }

  private text(): string {
    const end = this.html.indexOf('<', this.at)
    const text = this.html.slice(this.at, end === -1 ? undefined : end)
    this.at = end === -1 ? this.html.length : end
    return readEntities(text)
  }

  private markup(): Tag | string | undefined {
    const { html, at } = this
    if (html.startsWith('<!--', at)) return this.skipTo('-->', at + 4)
    if (html[at + 1] === '!' || html[at + 1] === '?') return this.skipTo('>', at + 2)
    opening.lastIndex = at
    const [all, slash, name = ''] = opening.exec(html) ?? []
    if (all === undefined) {
      this.at++
      return '<'
    }
    const from = at + all.length
    const end = endOfTag(html, from)
    this.at = end + 1
    const tag = { name: name.toLowerCase(), closes: slash === '/', attribute: attributesOf(html, from, end) }
    if (tag.closes || !skippedElements.has(tag.name) || html[end - 1] === '/') return tag
    this.skipElement(tag.name)
    return undefined
  }

  private skipTo(what: string, from: number): undefined {
    const end = this.html.indexOf(what, from)
    this.at = end === -1 ? this.html.length : end + what.length
  }

  /** Skips to the end of an element, or to the end of the text when it is not closed. */
  private skipElement(name: string): void {
    const closing = new RegExp(`</${name}[\\s/>]`, 'gi')
    closing.lastIndex = this.at
    const found = closing.exec(this.html)
    this.at = found ? found.index : this.html.length
  }
}

const opening = /<(\/?)([a-z][a-z0-9:-]*)/giy

/** Position of the end of a tag: a `>` in quotes is part of a value. */
function endOfTag(html: string, from: number): number {
  let quote = ''
  for (let at = from; at < html.length; at++) {
    const sign = html[at] ?? ''
    if (quote !== '') {
      if (sign === quote) quote = ''
    } else if (sign === '>') return at
    else if ((sign === '"' || sign === "'") && /[=\s]/.test(html[at - 1] ?? '')) quote = sign
  }
  return html.length
}

function attributesOf(html: string, from: number, end: number): Tag['attribute'] {
  let values: Map<string, string> | undefined
  return name => {
    values ??= new Map(
      [...html.slice(from, end).matchAll(/([^\s=/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g)].map(
        ([, key = '', double, single, bare]) => [
          key.toLowerCase(),
          readEntities(double ?? single ?? bare ?? ''),
        ],
      ),
    )
    return values.get(name) ?? ''
  }
}

/** Named entities that spreadsheets write. */
const named: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: '\u00a0',
    yen: '¥',
    pound: '£',
    euro: '€',
    middot: '·',
    times: '×',
    ndash: '–',
    mdash: '—',
    hellip: '…',
  }),
)

function readEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));?/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return named.get(name) ?? all
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : all
  })
}
