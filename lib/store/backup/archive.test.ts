import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeContent, packBackup, UnreadableBackupError, unpackBackup } from './archive'
import { type BackupManifest, manifestLine, NotABackupError } from './manifest'

const passphrase = 'correct horse battery staple'
const folder = mkdtempSync(join(tmpdir(), 'lading-archive-'))
const content = join(folder, 'content')
let manifest: BackupManifest
beforeAll(async () => {
  writeFileSync(content, Buffer.alloc(300_000, 'Lading'))
  manifest = {
    lading: 'backup',
    format: 1,
    madeAt: '2026-11-24T06:17:20.000Z',
    version: '0.1.0',
    dialect: 'sqlite',
    engine: 'SQLite 3.53.4',
    migrations: [],
    counts: {},
    content: await describeContent(content),
    compression: 'gzip',
    encryption: 'none',
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

for (const encryption of ['none', 'age'] as const)
  for (const compression of ['gzip', 'none'] as const) {
    const title = `(compression: ${compression}, encryption: ${encryption})`

    test(`a backup that is unpacked is the same as before ${title}`, async () => {
      const [packed, unpacked] = [join(folder, 'packed'), join(folder, 'unpacked')]
      await packBackup(content, { ...manifest, compression, encryption }, passphrase, packed)
      expect(await unpackBackup(packed, passphrase, unpacked)).toEqual({
        ...manifest,
        compression,
        encryption,
        checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
      expect(readFileSync(unpacked).equals(readFileSync(content))).toBe(true)
      rmSync(packed)
      rmSync(unpacked)
    })

    test(`a backup that cannot be written or read is reported to its caller ${title}`, async () => {
      const own = { ...manifest, compression, encryption }
      const nowhere = join(folder, 'no folder', 'backup')
      const missing = { code: 'ENOENT' }
      await expect(packBackup(content, own, passphrase, nowhere)).rejects.toMatchObject(missing)
      const packed = join(folder, 'packed')
      await expect(packBackup(join(folder, 'none'), own, passphrase, packed)).rejects.toMatchObject(missing)
      rmSync(packed, { force: true })
      await packBackup(content, own, passphrase, packed)
      await expect(unpackBackup(packed, passphrase, nowhere)).rejects.toMatchObject(missing)
      rmSync(packed)
      expect(readdirSync(folder)).toEqual(['content'])
    })
  }

const isRefusal = (error: unknown) =>
  error instanceof UnreadableBackupError || error instanceof NotABackupError

test('a backup with any one byte changed, added or lost is refused', async () => {
  const small = join(folder, 'small')
  const packed = join(folder, 'packed')
  writeFileSync(small, 'Lading')
  const own = { ...manifest, createdAt: '2026-11-01T00:00:00.000Z', content: await describeContent(small) }
  await packBackup(small, own, undefined, packed)
  const whole = readFileSync(packed)
  const accepted: string[] = []
  const tryChange = async (name: string, bytes: Uint8Array) => {
    writeFileSync(packed, bytes)
    const error = await unpackBackup(packed, undefined).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    if (!isRefusal(error)) accepted.push(name)
  }
  for (let at = 0; at < whole.length; at++)
    // Case, and a neighbour in the alphabet.
    for (const bit of [0x20, 0x01]) {
      const changed = Buffer.from(whole)
      changed[at] = (whole[at] ?? 0) ^ bit
      await tryChange(`bit ${bit} of byte ${at}`, changed)
    }
  await tryChange('one byte more', Buffer.concat([whole, Buffer.alloc(1)]))
  await tryChange('one byte less', whole.subarray(0, -1))
  expect(accepted).toEqual([])
  rmSync(packed)
  rmSync(small)
})

test('a changed header of an encrypted backup is damage, not a wrong passphrase', async () => {
  const packed = join(folder, 'packed')
  await packBackup(content, { ...manifest, encryption: 'age' }, passphrase, packed)
  const bytes = readFileSync(packed)
  const at = bytes.indexOf('-> scrypt ') + '-> scrypt '.length
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(packed, bytes)
  await expect(unpackBackup(packed, passphrase)).rejects.toMatchObject({ reason: 'damaged' })
  rmSync(packed)
})

test('a backup with bytes added to its checksum is refused', async () => {
  const packed = join(folder, 'packed')
  await packBackup(content, manifest, undefined, packed)
  const bytes = readFileSync(packed)
  const at = bytes.indexOf('"checksum":"') + '"checksum":"'.length
  writeFileSync(packed, Buffer.concat([bytes.subarray(0, at), Buffer.from('00000000'), bytes.subarray(at)]))
  await expect(unpackBackup(packed, undefined)).rejects.toSatisfy(isRefusal)
  rmSync(packed)
})

test('a backup of a version without checksums still opens', async () => {
  const packed = join(folder, 'packed')
  writeFileSync(packed, Buffer.concat([manifestLine(manifest), gzipSync(readFileSync(content))]))
  expect(await unpackBackup(packed, undefined)).toEqual(manifest)
  rmSync(packed)
})
