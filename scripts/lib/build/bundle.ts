import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type esbuild from 'esbuild'
import { inRoot } from '../root.mjs'

/** A file that Node runs unchanged, and how to remove it. */
export interface Bundle {
  readonly file: string
  remove(): void
}

/** Native packages, and packages that load files of their own folder: they are not bundled. */
const external = ['@photostructure/sqlite', 'pg', 'pg-native']
const banner = `import { createRequire as from } from 'node:module'; const require = from(import.meta.url)`

/** tsx depends on it, so it is installed. */
function bundler(): typeof esbuild {
  const tsx = createRequire(import.meta.url).resolve('tsx/package.json')
  return createRequire(tsx)('esbuild')
}

/**
 * Builds one file for a process that tests or campaigns start many times: reading the sources first takes six times as
 * long.
 * @param source below the project's folder
 */
export async function bundle(source: string): Promise<Bundle> {
  const { build } = bundler()
  mkdirSync(inRoot('.lading'), { recursive: true })
  const folder = mkdtempSync(inRoot('.lading', 'bundle-'))
  const file = join(folder, 'process.mjs')
  await build({
    entryPoints: [inRoot(source)],
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
