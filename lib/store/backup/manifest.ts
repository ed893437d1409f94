import 'server-only'
import { open } from 'node:fs/promises'
import * as z from 'zod'

/** The keys of backups of all versions. */
const facts = {
  lading: z.literal('backup'),
  format: z.literal(1),
  /** When the copy was begun, ISO 8601. */
  madeAt: z.iso.datetime(),
  /** The version of Lading that made the backup. */
  version: z.string(),
  dialect: z.enum(['sqlite', 'postgres']),
  /** The database and its version: `SQLite 3.53.4`. */
  engine: z.string(),
  /** When the database was created, which distinguishes databases; absent in older backups. */
  createdAt: z.string().optional(),
  /** Names of the migrations that the database had, in order. */
  migrations: z.array(z.string()),
  /** Rows of each table. */
  counts: z.record(z.string(), z.number().int()),
  /** The copy before compression and encryption: a SQLite file, or a dump of pg_dump in its custom format. */
  content: z.object({ bytes: z.number().int(), sha256: z.string() }),
  /** `gzip` for SQLite; a dump of pg_dump is compressed already. */
  compression: z.enum(['gzip', 'none']),
  /** `age`: encrypted after compression, in the format of age-encryption.org with a passphrase. */
  encryption: z.enum(['age', 'none']),
}

/**
 * What a backup file says about itself. It is the first line of the file, as JSON, so that it can be read without the
 * passphrase and without Lading. Versions before checksums wrote none of them. A manifest that lacks one must have no
 * key that those versions did not write: otherwise a backup whose word `checksum` is damaged would pass for one of them.
 */
const manifestSchema = z.union([
  z.object({
    ...facts,
    /** The SHA-256 of the whole file in hex, where the digits of this value count as zeros. */
    checksum: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  z.strictObject({ ...facts, checksum: z.undefined().optional() }),
])

export type BackupManifest = z.infer<typeof manifestSchema>

/** Thrown for a file that is not a backup. */
export class NotABackupError extends Error {}

/** Longest first line; a manifest has about 3 KB. */
const MAX_LINE_BYTES = 256 * 1024

/** The first line of a backup file, with its line break. */
export const manifestLine = (manifest: BackupManifest): Buffer => Buffer.from(`${JSON.stringify(manifest)}\n`)

/** What a checksum is before it is known, and what it counts as. */
const ZEROS = '0'.repeat(64)
/** What follows the digits of a checksum in the first line. */
const AFTER_CHECKSUM = '"}\n'

/** The first line of a backup file whose checksum is not known yet. */
export const unsealedLine = (manifest: BackupManifest): Buffer =>
  manifestLine({ ...manifest, checksum: ZEROS })

/**
 * Where the digits of the checksum are in a first line that has one: the last value of the last key.
 * @returns bytes from the beginning of the file
 */
export const checksumPosition = (line: Uint8Array): number =>
  line.length - AFTER_CHECKSUM.length - ZEROS.length

/**
 * Reads the first line of a backup file.
 * @returns the manifest, and the line itself with its line break, after which the content begins
 * @throws NotABackupError
 */
export async function readManifest(
  path: string,
): Promise<{ readonly manifest: BackupManifest; readonly line: Buffer }> {
  const file = await open(path, 'r')
  try {
    const buffer = Buffer.alloc(MAX_LINE_BYTES)
    const { bytesRead } = await file.read(buffer, 0, MAX_LINE_BYTES, 0)
    const end = buffer.subarray(0, bytesRead).indexOf(0x0a)
    if (end < 0) throw new NotABackupError()
    const line = buffer.subarray(0, end + 1)
    return { manifest: parseManifest(line.toString()), line }
  } finally {
    await file.close()
  }
}

function parseManifest(line: string): BackupManifest {
  try {
    return manifestSchema.parse(JSON.parse(line))
  } catch (cause) {
    throw new NotABackupError('', { cause })
  }
}
