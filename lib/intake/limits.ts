/**
 * How far a file may go, so that a hostile one ends soon and in a sentence. All are far beyond what shops export:
 * 100,000 lines of 40 columns are 60 MB as text, and 17 MB that become 160 MB as XLSX.
 */
export const limits = {
  /** Megabytes of a file. */
  file: 100,
  /** Megabytes that all parts of an archive become together. */
  expanded: 1024,
  /** Megabytes that a part of an archive becomes where all of it has to be held at once. */
  part: 256,
  /** How many times larger a part of an archive may become, once it is larger than `ratioFrom` megabytes. */
  ratio: 300,
  ratioFrom: 16,
  /** Files of an archive. */
  entries: 10_000,
  /** Rows with text, of all tables together. */
  rows: 1_048_576,
  /** Options of a product whose axes combine freely. */
  options: 10_000,
  /** Columns of a table, as many as Excel has. */
  columns: 16_384,
  /** Cells of all tables together, blank ones before the last text of a row included. */
  cells: 20_000_000,
  /** Letters of a cell, thirty times as many as Excel takes. */
  cell: 1_000_000,
  /** Cells that are looked at for being filled from merged ones. */
  merged: 20_000_000,
  /** Rounds of hashing that a password may ask for; Excel asks for 100,000. */
  spins: 1_000_000,
} as const

export const MEGABYTE = 1024 * 1024
