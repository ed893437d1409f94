/** A block of cells as it travels on the clipboard: rows of texts, possibly ragged. */
export type Matrix = readonly (readonly string[])[]

/**
 * Reads a block from `text/plain` as Excel, LibreOffice and Google Sheets write it.
 * A cell is quoted only when it *starts* with `"` and the closing quote stands right before a tab or the end
 * of the row: `27" monitor` and `"unclosed` are ordinary text. Row ends are CRLF, LF or CR; the last one does
 * not open another row. Everything else is kept verbatim.
 */
export function parseTsv(text: string): string[][] {
  const [quote, feed, turn] = [finder(text, '"'), finder(text, '\n'), finder(text, '\r')]
  const rows: string[][] = []
  let at = 0
  do {
    const end = Math.min(feed(at), turn(at), text.length)
    // Most rows have no quotes, and are split by the engine, several times as fast.
    const row = quote(at) < end ? readRow(text, at) : { cells: text.slice(at, end).split('\t'), end }
    rows.push(row.cells)
    at = row.end + (text[row.end] === '\r' && text[row.end + 1] === '\n' ? 2 : 1)
  } while (at < text.length)
  return rows
}

/** Says where a sign is found next, from one place on after the other; at infinity when nowhere. */
function finder(text: string, sign: string): (from: number) => number {
  let found = -1
  return from => {
    if (found < from) found = text.indexOf(sign, from)
    if (found === -1) found = Number.POSITIVE_INFINITY
    return found
  }
}

/** Reads a row cell by cell. @returns where it ends, too */
function readRow(text: string, from: number): { cells: string[]; end: number } {
  const cells: string[] = []
  for (let at = from; ; ) {
    const quoted = text[at] === '"' ? readQuoted(text, at) : undefined
    const end = quoted?.end ?? endOfCell(text, at)
    cells.push(quoted?.value ?? text.slice(at, end))
    if (text[end] !== '\t') return { cells, end }
    at = end + 1
  }
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
