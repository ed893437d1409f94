import { createRequire } from 'node:module'
import type esbuild from 'esbuild'
import { inRoot } from '../root.mjs'

/** Builds one script for a worker of a browser. @param contents a module that may import packages */
export async function browserBundle(contents: string): Promise<string> {
  // tsx depends on it, so it is installed.
  const tsx = createRequire(import.meta.url).resolve('tsx/package.json')
  const { build }: typeof esbuild = createRequire(tsx)('esbuild')
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: inRoot() },
    bundle: true,
    write: false,
    format: 'iife',
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}
