import { textElement } from './cell-text'
import { SPREADSHEET_NS, XML_HEADER } from './xml-names'

/** Characters of a chunk: enough to be compressed well, few enough to be created in some milliseconds. */
export const CHUNK_LENGTH = 128 * 1024

/** The texts of a workbook to which cells refer by index (sharedStrings.xml). */
export class SharedStrings {
  private readonly indexes = new Map<string, number>()

  /** @param most this many texts are kept; cells contain the others themselves */
  constructor(private readonly most: number) {}

  /** The index of a text; undefined: there are too many others. */
  indexOf(text: string): number | undefined {
    const known = this.indexes.get(text)
    if (known !== undefined || this.indexes.size >= this.most) return known
    const index = this.indexes.size
    this.indexes.set(text, index)
    return index
  }

  /** The part of the workbook, in chunks. */
  *xml(): Generator<string> {
    yield `${XML_HEADER}<sst xmlns="${SPREADSHEET_NS}">`
    let xml = ''
    for (const text of this.indexes.keys()) {
      xml += `<si>${textElement(text)}</si>`
      if (xml.length < CHUNK_LENGTH) continue
      yield xml
      xml = ''
    }
    yield `${xml}</sst>`
  }
}
