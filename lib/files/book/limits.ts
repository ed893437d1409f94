import { ReadError } from './read-error'

/**
 * Limits of a file, so that reading a hostile one ends soon and with a reason. All are far beyond what shops export:
 * 100,000 lines of 40 columns are 60 MB as text, and 17 MB that unpack to 160 MB as XLSX.
 */
export const limits = {
  fileMegabytes: 100,
  /** Maximum size of all parts of an archive together, unpacked. */
  unpackedMegabytes: 1024,
  /** Maximum size of a part of an archive that must be in memory as a whole, unpacked. */
  archivePartMegabytes: 256,
  /** Unpacked bytes for each packed byte, for parts that are larger than `ratioFromMegabytes`. */
  unpackRatio: 300,
  ratioFromMegabytes: 16,
  archiveEntries: 10_000,
  /** Rows with text, of all tables together; as many as a sheet of Excel has. */
  rows: 1_048_576,
  /** Columns of a table, as many as Excel has. */
  columns: 16_384,
  /** Cells of all tables together, including blank ones before the last text of a row. */
  cells: 20_000_000,
  /** Characters of a cell, thirty times as many as Excel allows. */
  cellLength: 1_000_000,
  /** Cells that are visited to fill merged ranges. */
  mergedCells: 20_000_000,
  /** Times that a password is hashed; Excel does it 100,000 times. */
  passwordRounds: 1_000_000,
} as const

/** In bytes. */
export const MEGABYTE = 1024 * 1024

/** @param length characters of a cell @throws ReadError where it is too long */
export function checkCellLength(length: number): void {
  if (length > limits.cellLength) throw new ReadError({ code: 'cell_too_long', most: limits.cellLength })
}

/** @param count columns of a table @throws ReadError where there are too many */
export function checkColumnCount(count: number): void {
  if (count > limits.columns) throw new ReadError({ code: 'too_many_columns', most: limits.columns })
}
