import { zipSync } from 'fflate'

/** A ZIP of files of comma-separated text, each given by its rows; no cell holds a comma. */
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
