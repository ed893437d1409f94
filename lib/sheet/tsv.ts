/** A block of cells as it travels on the clipboard: rows of texts, possibly ragged. */
export type Matrix = readonly (readonly string[])[]

/**
 * Reads a block from `text/plain` as Excel, LibreOffice and Google Sheets write it.
 * A cell is quoted only when it *starts* with `"` and the closing quote stands right before a tab or the end
 * of the row: `27" monitor` and `"unclosed` are ordinary text. Row ends are CRLF, LF or CR; the last one does
 * not open another row. Everything else is kept verbatim.
 */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at <= text.length) {
    const quoted = text[at] === '"' ? readQuoted(text, at) : undefined
    const end = quoted?.end ?? endOfCell(text, at)
    row.push(quoted?.value ?? text.slice(at, end))
    const stop = text[end]
    at = end + 1
    if (stop === '\t') continue
    rows.push(row)
    row = []
    if (stop === '\r' && text[at] === '\n') at++
    if (at >= text.length) break
  }
  return rows
}

/**
 * Writes a block for `text/plain`; the inverse of `parseTsv`. The last row ends without a line end, so that a copied
 * cell can go into any text, unless that row is blank: it would not be there else.
 */
export function formatTsv(matrix: Matrix): string {
  const rows = matrix.map(row => row.map(quote).join('\t'))
  return rows.join('\n') + (rows.at(-1) === '' ? '\n' : '')
}

const quote = (cell: string) =>
  /[\t\r\n]/.test(cell) || cell.startsWith('"') ? `"${cell.replaceAll('"', '""')}"` : cell

function endOfCell(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 9 || code === 10 || code === 13) return at
  }
  return text.length
}

function readQuoted(text: string, from: number): { value: string; end: number } | undefined {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at)) {
    if (text[at + 1] === '"') {
      at += 2
      continue
    }
    const after = text[at + 1]
    const closes = after === undefined || after === '\t' || after === '\n' || after === '\r'
    if (!closes) return undefined
    return { value: text.slice(from + 1, at).replaceAll('""', '"'), end: at + 1 }
  }
  return undefined
}
