import 'server-only'
import { readFileSync } from 'node:fs'
import { requestPath } from './request-path'

/** The routes of a build. */
export interface RoutePatterns {
  /** The route pattern of a URL or path, such as `/history/runs/[id]`. */
  of(url: string): string
  /** Whether a text is a route pattern. */
  has(pattern: string): boolean
}

interface Manifest {
  readonly staticRoutes: readonly { readonly page: string; readonly regex: string }[]
  readonly dynamicRoutes: readonly { readonly page: string; readonly regex: string }[]
}

/** Files that Next serves itself. */
const STATIC_PATH = /^\/_next\/|^\/[\w-]+\.(?:ico|svg|png|webmanifest)$/

/**
 * Reads the routes of a build. A path contains ids and whatever a client wrote; its pattern contains neither, and there
 * are only as many patterns as routes. Without a build (in development) every path that is not a file is `other`.
 * @param manifest Next's `routes-manifest.json`
 */
export function readRoutePatterns(manifest: string): RoutePatterns {
  const routes = readManifest(manifest)
  const pages = new Set(routes.map(({ page }) => page))
  return {
    of: url => {
      const path = requestPath(url)
      if (STATIC_PATH.test(path)) return 'static'
      // Next lists static routes first, and dynamic ones in the order in which it tries them.
      return routes.find(({ regex }) => regex.test(path))?.page ?? 'other'
    },
    has: pattern => pages.has(pattern),
  }
}

function readManifest(file: string): readonly { page: string; regex: RegExp }[] {
  let manifest: Manifest
  try {
    manifest = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return []
  }
  return [...manifest.staticRoutes, ...manifest.dynamicRoutes].map(({ page, regex }) => ({
    page,
    regex: new RegExp(regex),
  }))
}
