/**
 * Mutants that no test can kill, because the program does the same; each with the reason. An entry belongs to every
 * mutant of `file` whose line is `code` and that reads `change`; one that belongs to none is to be deleted.
 */
export const equivalent = [
  {
    file: 'lib/sheet/grouping.ts',
    code: 'private heard = 0',
    change: '0 → 1',
    why: 'the first line of any order sets it to 0',
  },
  {
    file: 'lib/sheet/grouping.ts',
    code: 'for (; this.heard < this.lines.length; this.heard++) {',
    change: '< → <=',
    why: 'it passes over the line that continues the order without a number, which says nothing new',
  },
  {
    file: 'lib/sheet/assemble.ts',
    code: 'if (item) put(item, column.path, readCell(column, line.id, line.texts, unread))',
    change: 'item → true',
    why: 'there is an item for each line; the compiler does not know that',
  },
  {
    file: 'lib/sheet/assemble.ts',
    code: 'if (!source) return',
    change: '!source → false',
    why: 'every order has a line; the compiler does not know that',
  },
  {
    file: 'lib/ledger/classify.ts',
    code: "if (status === undefined) return all('unknown', 'UNKNOWN', sent)",
    change: 'status === undefined → false',
    why: 'no table has a row for a status that is not there, so it ends as unknown all the same',
  },
  {
    file: 'lib/ledger/registration.ts',
    code: "typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Digits)",
    change: '&& → ||',
    why: 'texts, lists and numbers have none of the members that are read, and null counts as none',
  },
  {
    file: 'lib/ledger/resolutions-alike.ts',
    code: 'if (numbers.length === 0) return alike',
    change: 'numbers.length === 0 → false',
    why: 'it saves reading the list for nothing',
  },
  {
    file: 'lib/ledger/resolutions-paste.ts',
    code: '(table.length === 1 && (table[0]?.cells.length ?? 0) > 2)',
    change: '0 → 1',
    why: 'a table of one line has a first line, so the number behind ?? is never read',
  },
  {
    file: 'lib/ledger/resolutions-paste.ts',
    code: 'const width = table.reduce((most, row) => Math.max(most, row.cells.length), 0)',
    change: '0 → 1',
    why: 'every line of a table has a cell; a table without lines gives no rows, however wide it is',
  },
  {
    file: 'lib/ledger/resolutions-paste.ts',
    code: 'return { rows, headings, idsUnclear: others.length > 1 && ids === undefined }',
    change: '> → >=',
    why: 'a single other column holds the ids, so they are known',
  },
  {
    file: 'lib/ledger/resolutions-paste.ts',
    code: 'if (wanted(cell)) hits[at] = (hits[at] ?? 0) + 1',
    change: ['0 → 1', '1 → 2'],
    why: 'every column has its count before; the column with most hits has most of twice as many',
  },
  {
    file: 'lib/ledger/resolutions-paste.ts',
    code: 'const hits = new Array<number>(width).fill(0)',
    change: '0 → 1',
    why: 'one more for each column leaves the best where it is, and the first is taken where none has any',
  },
  {
    file: 'lib/ledger/resolutions-paste.ts',
    code: 'return most > 0 ? hits.indexOf(most) : undefined',
    change: '> → >=',
    why: 'without a hit the first column is found, which is the one that is taken then anyway',
  },
  {
    file: 'lib/ledger/resolutions-plan.ts',
    code: 'else if (id !== undefined) owners.set(id, [number])',
    change: 'id !== undefined → true',
    why: 'the numbers without an id are never asked for',
  },
  {
    file: 'lib/ledger/halving.ts',
    code: 'return { orders: count, likely: Math.min(most, Math.max(1, 2 * Math.ceil(Math.log2(count)))), most }',
    change: '1 → 2',
    why: 'one order costs one request at most, whatever is likely',
  },
]
