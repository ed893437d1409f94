/**
 * JavaScript that each page loads, measured without a build of Next: the modules that a page, its layouts and its error
 * pages give to the browser (`'use client'`) are bundled by esbuild, minified and compressed with gzip. React and Next
 * are left out: they are the same on every page. What is imported dynamically loads later and does not count.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { readModule } from '../layers/imports.mjs'

const ENDINGS = ['', '.ts', '.tsx', '.mjs', '.js']
const FRAMES = ['layout.tsx', 'error.tsx', 'not-found.tsx', 'template.tsx']
/** React and Next, and code of the server, of which the browser gets only references. */
const LEFT_OUT = /^(react|react-dom|next)(\/|$)|^server-only$/

/**
 * Measures all pages of the project below `root`.
 * @returns by route: `bytes` of gzip, and `modules`: the paths of what they contain, below the root
 */
export async function measurePages(root) {
  const app = join(root, 'app')
  const pages = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter(name => /(^|[\\/])page\.tsx$/.test(name))
    .map(name => join(app, name))
    .sort()
  const entries = new Map(pages.map(page => [routeOf(app, page), clientModules(root, app, page)]))
  const { metafile, outputFiles } = await bundle(root, entries)
  const files = new Map(outputFiles.map(file => [relative(root, file.path), file]))
  const sizes = new Map()
  const sizeOf = path => {
    if (!sizes.has(path)) sizes.set(path, gzipSync(files.get(path)?.contents ?? '').length)
    return sizes.get(path)
  }
  return new Map(
    [...entries.keys()].map((route, at) => {
      const loaded = staticClosure(metafile.outputs, `out/page-${at}.js`)
      const bytes = loaded.reduce((sum, path) => sum + sizeOf(path), 0)
      const modules = new Set(loaded.flatMap(path => Object.keys(metafile.outputs[path].inputs)))
      return [route, { bytes, modules }]
    }),
  )
}

/**
 * What is wrong with the pages, one sentence each.
 * @param pages from `measurePages`
 * @param budgets kilobytes by route, and by rule the modules that some pages must not load
 */
export function budgetProblems(pages, { kilobytes, never }) {
  const problems = []
  for (const [route, { bytes, modules }] of pages) {
    const limit = kilobytes[route]
    const size = (bytes / 1000).toFixed(1)
    if (limit === undefined)
      problems.push(`${route} loads ${size} KB and has no budget in scripts/page-budgets.json.`)
    else if (bytes > limit * 1000)
      problems.push(
        `${route} loads ${size} KB of JavaScript; its budget is ${limit} KB (scripts/page-budgets.json).`,
      )
    for (const { modules: pattern, except = [], only } of never) {
      const isMeant = only ? only.includes(route) : !except.includes(route)
      const found = isMeant && [...modules].find(path => new RegExp(pattern).test(path))
      if (found) problems.push(`${route} must not load ${found} (scripts/page-budgets.json).`)
    }
  }
  for (const route of Object.keys(kilobytes))
    if (!pages.has(route)) problems.push(`${route} has a budget in scripts/page-budgets.json and is no page.`)
  return problems
}

/** The route of a page: its folders without groups. */
function routeOf(app, page) {
  const folders = relative(app, dirname(page)).split(/[\\/]/)
  return `/${folders.filter(folder => folder !== '' && !folder.startsWith('(')).join('/')}`
}

/** The modules with `'use client'` that a page and its frames import, directly or through modules of the server. */
function clientModules(root, app, page) {
  const left = [page]
  for (let folder = dirname(page); ; folder = dirname(folder)) {
    left.push(...FRAMES.map(name => join(folder, name)).filter(existsSync))
    if (folder === app) break
  }
  const seen = new Set()
  const client = []
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (seen.has(file) || !/\.(m?[jt]s|[jt]sx)$/.test(file)) continue
    seen.add(file)
    const source = readFileSync(file, 'utf8')
    if (hasDirective(source, 'use client')) {
      client.push(file)
      continue
    }
    if (hasDirective(source, 'use server')) continue
    for (const { specifier, type } of readModule(file, source).imports) {
      const target = type ? undefined : resolveSource(root, file, specifier)
      if (target) left.push(target)
    }
  }
  return client.sort()
}

const hasDirective = (source, name) =>
  new RegExp(`^(?:\\s|//[^\\n]*\\n|/\\*[\\s\\S]*?\\*/)*['"]${name}['"]`).test(source)

/** The file of an import of the project; undefined for a package. */
function resolveSource(root, from, specifier) {
  const isOwn = specifier.startsWith('.') || specifier.startsWith('@/')
  if (!isOwn) return undefined
  const base = specifier.startsWith('@/') ? join(root, specifier.slice(2)) : join(dirname(from), specifier)
  return ENDINGS.map(ending => base + ending).find(path => existsSync(path) && /\.\w+$/.test(path))
}

function bundle(root, entries) {
  const lists = [...entries.values()]
  return build({
    entryPoints: lists.map((_, at) => ({ in: `page:${at}`, out: `page-${at}` })),
    absWorkingDir: root,
    outdir: join(root, 'out'),
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.css': 'empty', '.json': 'json', '.woff2': 'empty' },
    logLevel: 'error',
    plugins: [{ name: 'pages', setup: plugin => addPages(plugin, root, lists) }],
  })
}

function addPages({ onResolve, onLoad }, root, lists) {
  onResolve({ filter: /^page:/ }, ({ path }) => ({ path, namespace: 'page' }))
  onLoad({ filter: /./, namespace: 'page' }, ({ path }) => ({
    // All exports: without them esbuild would leave out what has no effect by itself.
    contents: lists[Number(path.slice('page:'.length))]
      .map((file, at) => `export * as module${at} from ${JSON.stringify(file)}`)
      .join('\n'),
    resolveDir: root,
  }))
  onResolve({ filter: LEFT_OUT }, ({ path }) => ({ path, external: true }))
  // As next.config.mjs: a browser has no reader of ICU messages.
  onResolve({ filter: /^use-intl\/format-message$/ }, () => ({
    path: join(root, 'lib', 'words', 'compile', 'format.mjs'),
  }))
  onResolve({ filter: /^(\.|@\/)/ }, ({ path, importer, namespace }) => {
    if (namespace === 'page' || importer.includes('node_modules')) return undefined
    const file = resolveSource(root, importer, path)
    if (!file) return undefined
    const isAction = /\.tsx?$/.test(file) && hasDirective(readFileSync(file, 'utf8'), 'use server')
    return isAction ? { path, external: true } : { path: file }
  })
}

/** An output and what it imports at once. */
function staticClosure(outputs, entry) {
  const found = new Set()
  const left = [entry]
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (found.has(path) || !outputs[path]) continue
    found.add(path)
    for (const { path: next, kind, external } of outputs[path].imports)
      if (kind !== 'dynamic-import' && !external) left.push(next)
  }
  return [...found]
}
