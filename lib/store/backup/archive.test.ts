import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeContent, packBackup, unpackBackup } from './archive'
import type { BackupManifest } from './manifest'

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
