import 'server-only'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Which Lading this is. */
export interface Version {
  /** The version of package.json: `0.1.0`. */
  readonly version: string
  /** The first characters of the commit that was built; absent where the build did not know it. */
  readonly commit?: string
}

let cached: Version | undefined

/** The version of this program, read once. */
export function programVersion(): Version {
  cached ??= readVersion()
  return cached
}

/** The version with its commit, if that is known: `0.1.0 (f6360771)`. Two builds of one version differ by it. */
export function versionText(): string {
  const { version, commit } = programVersion()
  return commit === undefined ? version : `${version} (${commit})`
}

/** How Lading names itself to other servers: firewalls of APIs refuse requests without a name (`User-Agent`). */
export const userAgent = (): string => `Lading/${programVersion().version}`

function readVersion(): Version {
  // Not an import, which Turbopack would bundle as it was at the build. All commands run in the project's folder.
  const { version } = JSON.parse(readInProject('package.json') ?? '{"version":"unknown"}')
  // Written by scripts/lib/build/build.mjs.
  const commit = readInProject(join('.next', 'lading-commit'))?.trim()
  return { version, ...(commit && { commit }) }
}

function readInProject(path: string): string | undefined {
  try {
    return readFileSync(join(/* turbopackIgnore: true */ process.cwd(), path), 'utf8')
  } catch {
    return undefined
  }
}
