import { zipSync } from 'fflate'

/** A ZIP of CSV files, each given by its rows; cells must not contain commas. */
export const archiveOf = (
  files: Readonly<Record<string, readonly (readonly string[])[]>>,
): Uint8Array<ArrayBuffer> =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, rows]) => [
        name,
        new TextEncoder().encode(rows.map(row => row.join(',')).join('\r\n')),
      ]),
    ),
  )
