import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { InsufficientDiskSpace, Spool } from './spool'

const MEGABYTE = 1024 * 1024
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lading-spool-'))
})
afterAll(() => rm(directory, { recursive: true }))

async function fill(spool: Spool, megabytes: number): Promise<Buffer> {
  const all: Buffer[] = []
  for (let i = 0; i < megabytes; i++) {
    all.push(Buffer.alloc(MEGABYTE, i))
    spool.append(all.at(-1) ?? '')
    await spool.flush()
  }
  return Buffer.concat(all)
}

test('bytes are read back in order, from memory and from an unlinked file', async () => {
  const spool = new Spool(() => directory)
  const bytes = await fill(spool, 9)
  spool.append('끝 🚢')
  expect(await readdir(directory)).toEqual([])
  const read: Buffer[] = []
  for await (const part of spool.read()) read.push(part)
  expect(Buffer.concat(read).equals(Buffer.concat([bytes, Buffer.from('끝 🚢')]))).toBe(true)
  await spool.close()
})

test('small spools need no disk space; large ones are refused when the disk is or becomes nearly full', async () => {
  const looks: string[] = []
  let free = 0
  const spool = new Spool(
    () => directory,
    async path => {
      looks.push(path)
      return free
    },
  )
  await fill(spool, 1)
  expect(looks).toEqual([])
  await expect(fill(spool, 2)).rejects.toThrow(InsufficientDiskSpace)
  free = 400 * MEGABYTE
  await fill(spool, 60)
  free = 300 * MEGABYTE
  await expect(fill(spool, 60)).rejects.toThrow(InsufficientDiskSpace)
  expect(new Set(looks)).toEqual(new Set([directory]))
  await spool.close()
})
