import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

const brotli = promisify(brotliCompress)

/** Fonts are compressed already. */
const isText = name => /\.(js|css|svg|json)$/.test(name)

/**
 * Compresses the scripts and styles of a build with brotli, at its highest quality, into a folder of the same tree.
 * @param {string} from folder of the files
 * @param {string} to folder of the compressed files, which is replaced
 */
export async function compressStatic(from, to) {
  rmSync(to, { recursive: true, force: true })
  const files = readdirSync(from, { recursive: true }).filter(isText)
  await Promise.all(
    files.map(async file => {
      const target = join(to, `${file}.br`)
      const compressed = await brotli(readFileSync(join(from, file)))
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, compressed)
    }),
  )
}
