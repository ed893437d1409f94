import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type esbuild from 'esbuild'
import { inRoot } from '@/scripts/lib/root.mjs'

/** A file that Node runs as it is, and how to remove it. */
export interface Bundle {
  readonly file: string
  remove(): void
}

/** Native or fond of its own folder: these stay where they are installed. */
const external = ['libsql', 'pg', 'pg-native']
const banner = `import { createRequire as from } from 'node:module'; const require = from(import.meta.url)`

/**
 * Makes one file of the process that campaigns kill: hundreds are started, and one that reads its sources first takes
 * six times as long.
 */
export async function bundleDesk(): Promise<Bundle> {
  // tsx brings it along.
  const tsx = createRequire(import.meta.url).resolve('tsx/package.json')
  const { build }: typeof esbuild = createRequire(tsx)('esbuild')
  mkdirSync(inRoot('.lading'), { recursive: true })
  const folder = mkdtempSync(inRoot('.lading', 'campaign-'))
  const file = join(folder, 'desk.mjs')
  await build({
    entryPoints: [inRoot('scripts', 'campaign', 'desk.ts')],
    outfile: file,
    tsconfig: inRoot('tsconfig.json'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['react-server'],
    external,
    banner: { js: banner },
    logLevel: 'error',
  })
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
