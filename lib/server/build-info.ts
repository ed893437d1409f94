import 'server-only'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version of Lading in `package.json`. @param root folder of the application */
export function readVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return version
}
