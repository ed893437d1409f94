import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { findCycles } from './cycles.mjs'
import { readModule } from './imports.mjs'
import { closed, common, layers, owned, parts, readsEnvironment, tests } from './layer-table.mjs'
import { moduleReason } from './modules.mjs'
import { lineAt } from './syntax.mjs'

const skipped = new Set(['node_modules', 'docs', 'public', 'test-results', 'playwright-report'])
const isSource = name => /\.(m?[jt]s|[jt]sx)$/.test(name) && !name.endsWith('.d.ts')
const isTest = path => /\.test\.tsx?$/.test(path)
/** Never part of the product: tests, journeys, benches and campaigns. */
const isDevelopment = path => isTest(path) || /^(e2e|scripts|testing)\//.test(path)

/** All imports in the project below `root` that the table forbids, one line each: `file:line: sentence`. */
export function layerProblems(root) {
  const files = sources(root).map(path => readFile(root, path))
  return [
    ...files.flatMap(file => [...importProblems(file), ...formProblems(file)]),
    ...findCycles(files).map(cycle => `${cycle[0]}:1: imports itself in a circle: ${cycle.join(' → ')}.`),
  ].sort()
}

function readFile(root, path) {
  const source = readFileSync(join(root, path), 'utf8')
  const module = readModule(path, source)
  const imports = module.imports.map(one => ({ ...one, target: resolve(root, path, one.specifier) }))
  return { ...module, path, source, layer: layerOf(path), imports }
}

/** The path of an imported file, below the root; undefined for a package, and for a file that does not exist. */
function resolve(root, path, specifier) {
  if (!specifier.startsWith('.') && !specifier.startsWith('@/')) return undefined
  const base = specifier.startsWith('@/') ? specifier.slice(2) : join(dirname(path), specifier)
  const endings = ['', '.ts', '.tsx', '.mjs', '.js', '/index.ts', '/index.tsx']
  const found = endings.map(ending => base + ending).find(file => isFile(join(root, file)))
  return (found ?? base).split(sep).join('/')
}

const isFile = path => existsSync(path) && statSync(path).isFile()
const layerOf = path => layers.find(layer => layer.files.test(path))

function importProblems(file) {
  return file.imports.flatMap(one => {
    const reason = one.target === undefined ? packageReason(file, one) : targetReason(file, one)
    return reason ? [`${file.path}:${one.line}: imports '${one.specifier}': ${reason}`] : []
  })
}

/** Layers first, then modules: development code may look into modules. */
const targetReason = (file, one) =>
  fileReason(file, one) ?? (isDevelopment(file.path) ? undefined : moduleReason(file.path, one.target))

/** Why a file may not import a file of the project; undefined when it may. */
function fileReason({ path, layer }, { specifier, target, type }) {
  const other = layerOf(target)
  if (!layer) return noRow(path)
  if (!other) return noRow(target)
  if (other === layer) return relativeReason(path, specifier, target)
  if (relativeReason(path, specifier, target))
    return `another layer is imported by the alias, '@/${withoutEnding(target)}'.`
  if (closed.includes(other.name)) return `no layer imports ${other.name}.`
  if (other.testsOnly && !layer.testsOnly && !isDevelopment(path)) return `${other.name} is for tests only.`
  if (isAllowed(path, layer, other, target, type)) return undefined
  const asType = layer.may?.includes(`types of ${other.name}`) ? ' (with `import type` it may)' : ''
  return `${layer.name} may not import ${other.name}${asType}; ${layer.because}.`
}

function isAllowed(path, layer, other, target, type) {
  const may = [...common, ...(layer.may ?? []), ...(isTest(path) ? tests.may : [])]
  if (may.includes('everything') || may.includes(other.name)) return true
  if (type && may.includes(`types of ${other.name}`)) return true
  if (Object.entries(parts).some(([name, files]) => may.includes(name) && files.test(target))) return true
  return isTest(path) && tests.across.includes(layer.name) && target.startsWith('lib/')
}

/** Within its folder a file imports its neighbours relatively; plain Node scripts know no alias and always do. */
function relativeReason(path, specifier, target) {
  if (!specifier.startsWith('.') || /\.mjs$|\.config\.\w+$/.test(path)) return undefined
  if (home(path) === home(target)) return undefined
  return `leaves its folder relatively; write '@/${withoutEnding(target)}'.`
}

/** The folder within which relative imports stay: `lib/store`, `components/grid`, `e2e`; in app, a page's own. */
function home(path) {
  const folders = path.split('/').slice(0, -1)
  if (folders[0] === 'app') return folders.join('/')
  return folders.slice(0, folders[0] === 'lib' || folders[0] === 'components' ? 2 : 1).join('/')
}

const withoutEnding = path => path.replace(/\.tsx?$/, '')
const noRow = path => `${path} is in no layer; give its folder a row in scripts/lib/layers/layer-table.mjs.`

/** Why a file must not import a package; undefined when it may. */
function packageReason({ path, layer }, { specifier }) {
  if (!layer) return noRow(path)
  const name = isBuiltin(specifier)
    ? 'node'
    : specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/')
  if (/^(node:)?process$/.test(specifier) && !readsEnvironment.test(path))
    return 'only lib/env.ts reads the environment; for the rest `process` needs no import.'
  const packages = [...(layer.packages ?? []), ...(isTest(path) ? tests.packages : [])]
  if (packages.includes(name)) return undefined
  const owner = Object.hasOwn(owned, name) ? owned[name] : undefined
  if (owner) return `only ${owner} imports ${name}.`
  if (packages.includes('*')) return undefined
  return `${layer.name} may not import ${name === 'node' ? 'modules of Node' : `the package ${name}`}; ${layer.because}.`
}

/** Rules for a file apart from its imports. */
function formProblems({ path, source, layer, isServerOnly, isBarrel, environmentReads }) {
  const problems = []
  const report = (position, sentence) => problems.push(`${path}:${lineAt(source, position)}: ${sentence}`)
  if (layer?.server && !isTest(path) && !isServerOnly)
    report(0, `must begin with import 'server-only': ${layer.name} never reaches a browser.`)
  if (!readsEnvironment.test(path))
    for (const position of environmentReads)
      report(position, 'reads process.env; only lib/env.ts reads the environment.')
  // Next finds pages and routes by file name, so these may only re-export.
  if (!path.startsWith('app/') && isBarrel)
    report(0, 'only hands on what others export; import the file itself.')
  return problems
}

function sources(root, folder = '') {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    if (entry.name.startsWith('.') || skipped.has(entry.name)) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sources(root, path)
    return isSource(entry.name) ? [relative('', path).split(sep).join('/')] : []
  })
}
