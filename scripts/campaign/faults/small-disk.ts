import { execFileSync } from 'node:child_process'
import { closeSync, fsyncSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** A separate disk of 90 MB. */
export interface SmallDisk {
  readonly path: string
  /** Fills the disk and, a moment later, frees space again. @param kept megabytes that stay free */
  fill(kept: number): Promise<void>
  remove(): void
}

const BLOCK = Buffer.alloc(1 << 20, 'x')
const FULL_FOR_MS = 1200

/** Creates a disk; undefined where this user must not mount one. */
export function makeSmallDisk(): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), 'lading-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=90m,mode=700', 'tmpfs', path], { stdio: 'ignore' })
  } catch {
    rmdirSync(path)
    return undefined
  }
  return {
    path,
    fill: async kept => {
      const filler = join(path, 'filler')
      const file = openSync(filler, 'w')
      try {
        for (;;) if (writeSync(file, BLOCK) < BLOCK.length) break
      } catch {
        // The full disk is the aim.
      }
      fsyncSync(file)
      closeSync(file)
      if (kept > 0) execFileSync('truncate', ['-s', `-${kept}M`, filler])
      // Not awaited: the campaign continues meanwhile.
      setTimeout(FULL_FOR_MS).then(() => rmSync(filler, { force: true }))
    },
    remove: () => {
      execFileSync('umount', ['-l', path])
      rmdirSync(path)
    },
  }
}
