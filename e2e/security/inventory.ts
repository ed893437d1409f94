import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// The actions, routes and pages of the server by caller, read from the sources, so that no new one is forgotten.

/** Roles of operators, lowest first. */
export const roles = ['viewer', 'editor', 'registrar', 'administrator'] as const
export type Role = (typeof roles)[number]

/** An exported 'use server' function; `role` undefined: callable without a session. */
export interface ServerAction {
  readonly file: string
  readonly name: string
  readonly role: Role | undefined
  /** Next's id for it in the build. */
  readonly id: string
  /** A page that it belongs to. */
  readonly page: string
}

/** A method of a route handler; `role` undefined: callable without a session. */
export interface Handler {
  readonly file: string
  readonly method: string
  readonly path: string
  readonly role: Role | undefined
  /** For a method that the route does not take: those that it does. */
  readonly allow?: string | undefined
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const appFiles = readdirSync(join(root, 'app'), { recursive: true, encoding: 'utf8' })
  .map(name => `app/${name.replaceAll('\\', '/')}`)
  .filter(name => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))

interface Built {
  readonly filename: string
  readonly exportedName: string
  readonly workers: Readonly<Record<string, unknown>>
}

/** Every action of the build, by `file name`. */
function builtActions(): Map<string, { id: string; page: string }> {
  const { node, edge } = JSON.parse(read('.next/server/server-reference-manifest.json'))
  const all: Record<string, Built> = { ...node, ...edge }
  return new Map(
    Object.entries(all).map(([id, { filename, exportedName, workers }]) => [
      `${filename} ${exportedName}`,
      { id, page: addressOf(Object.keys(workers)[0] ?? '') },
    ]),
  )
}

/**
 * Every action of the sources with its rule and its id; and actions that are only in the sources or only in the build.
 */
export function serverActions(): { actions: ServerAction[]; unmatched: string[] } {
  const built = builtActions()
  const actions: ServerAction[] = []
  const unmatched: string[] = []
  for (const file of appFiles) {
    const source = read(file)
    if (!/^['"]use server['"]/m.test(source)) continue
    for (const match of source.matchAll(/^export const (\w+) = (\w+)\(/gm)) {
      const [, name = '', kind] = match
      const key = `${file} ${name}`
      const found = built.get(key)
      built.delete(key)
      if (!found) unmatched.push(`${key} is in no build`)
      else
        actions.push({
          file,
          name,
          role: kind === 'publicAction' ? undefined : ruleAfter(source, match),
          ...found,
        })
    }
  }
  return { actions, unmatched: [...unmatched, ...[...built.keys()].map(key => `${key} is in no source`)] }
}

let cached: readonly ServerAction[] | undefined

export function actionNamed(name: string): ServerAction {
  cached ??= serverActions().actions
  const found = cached.find(action => action.name === name)
  if (!found) throw new Error(`There is no action ${name}.`)
  return found
}

const REFUSED = /^export const \{([^}]*)\} = refusedMethods\('([^']*)'\)$/m

/** Every method of every route handler. A handler that `route()` did not make counts as public. */
export function handlers(): Handler[] {
  return appFiles
    .filter(file => /\/route\.tsx?$/.test(file))
    .flatMap(file => {
      const whole = read(file)
      const source = whole.replace(REFUSED, '')
      const path = addressOf(file.replace(/\.tsx?$/, ''))
      const [, names = '', allow] = REFUSED.exec(whole) ?? []
      const refused = names
        .split(/\W+/)
        .filter(method => method !== '' && method !== 'OPTIONS')
        .map(method => ({ file, method, path, role: undefined, allow }))
      const guarded = [...source.matchAll(/^export const (\w+) = route(?:<[^>]*>)?\(/gm)].map(match => ({
        file,
        method: match[1] ?? '',
        path,
        role: ruleAfter(source, match),
      }))
      const others = [...source.matchAll(/\b(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b/g)]
        .map(([method]) => method)
        .filter(method => !guarded.some(one => one.method === method))
      const open = [...new Set(others)].map(method => ({ file, method, path, role: undefined }))
      return [...guarded, ...open, ...refused]
    })
}

/** Every page: its address, and whether it belongs to the desk and so needs a session. */
export const pages = (): { path: string; isDesk: boolean }[] =>
  appFiles
    .filter(file => file.endsWith('/page.tsx'))
    .map(file => ({ path: addressOf(file.replace(/\.tsx$/, '')), isDesk: file.startsWith('app/(desk)/') }))

/** Parameters of pages that exist on every server. */
const samples: Readonly<Record<string, string>> = { '[...sheet]': 'orders/japan/new', '[chapter]': 'backup' }

/** The address of a page, such as `app/(desk)/history/orders/[id]/page`, with sample parameters. */
function addressOf(entry: string): string {
  const segments = entry
    .split('/')
    .slice(1, -1)
    .filter(segment => !segment.startsWith('('))
  const filled = segments.map(segment => samples[segment] ?? (segment.startsWith('[') ? 'unknown' : segment))
  return `/${filled.join('/')}`
}

/**
 * The role in the rule that is the first argument of a call; `{0}` and `index` give the position of its parenthesis.
 */
function ruleAfter(source: string, { 0: opening, index }: RegExpExecArray): Role {
  const from = source.indexOf('{', index + opening.length)
  let depth = 0
  let end = from
  do {
    depth += source[end] === '{' ? 1 : source[end] === '}' ? -1 : 0
    end++
  } while (depth > 0 && end < source.length)
  const role = /\brole: '(\w+)'/.exec(source.slice(from, end))?.[1] ?? 'viewer'
  const known = roles.find(one => one === role)
  if (!known) throw new Error(`The role ${role} is not known.`)
  return known
}
