import { dirname, join, normalize } from 'node:path'
import { lineAt, parseSource, visitNodes } from './syntax.mjs'

// Messages of shipping APIs are prose and no contract, so no code may decide by their text (docs/decisions/0073). Texts
// may be shown, cut, masked and compared with other data; a comparison with a text or a pattern of ours is reported.

/** Members, and variables, that hold a message. */
const MESSAGE = new Set(['message', 'errorMessage'])
/** Methods that return a part or another form of a text. */
const FORMS = new Set(
  'trim trimStart trimEnd normalize toLowerCase toUpperCase toLocaleLowerCase slice substring substr at charAt split concat replace replaceAll padStart padEnd toWellFormed toString valueOf join'.split(
    ' ',
  ),
)
/** Methods that ask a text about a part of it. */
const QUESTIONS = new Set(
  'includes startsWith endsWith indexOf lastIndexOf search match matchAll localeCompare'.split(' '),
)
/** Methods that look for a text in something. */
const LOOKUPS = new Set('has get includes indexOf lastIndexOf test exec'.split(' '))

/**
 * Places where code decides by the text of a message. Messages are followed through variables and calls of functions.
 * @param {ReadonlyMap<string, string>} sources by path from the root
 * @returns {{ path: string, line: number, what: string }[]}
 */
export function messageBranches(sources) {
  const files = new Map([...sources].map(([path, source]) => [path, readFile(path, source)]))
  // Names of variables that hold a message, by file and function: a call passes them to other functions.
  const left = [...files.keys()]
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    for (const handed of spread(files.get(path), files)) if (!left.includes(handed)) left.push(handed)
  }
  return [...files.values()].flatMap(problemsIn)
}

function readFile(path, source) {
  const { program } = parseSource(path, source)
  const file = {
    path,
    source,
    program,
    imports: new Map(),
    functions: new Map(),
    fixed: new Map(),
    /** Declarations of variables that hold messages, as `start of their scope` + name. */
    tainted: new Set(),
  }
  visitNodes(program, (node, parent) => {
    if (node.type === 'ImportDeclaration') {
      for (const one of node.specifiers ?? []) {
        if (one.type === 'ImportSpecifier')
          file.imports.set(one.local.name, { from: node.source.value, name: one.imported.name })
      }
    }
    if (node.type === 'FunctionDeclaration' && node.id) file.functions.set(node.id.name, node)
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && isFunction(node.init))
      file.functions.set(node.id.name, node.init)
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && parent?.kind === 'const')
      file.fixed.set(node.id.name, node.init)
  })
  return file
}

const isFunction = node =>
  node?.type === 'ArrowFunctionExpression' ||
  node?.type === 'FunctionExpression' ||
  node?.type === 'FunctionDeclaration'

/** Walks a file with the functions around each node, the innermost last. */
function visitInScopes(file, call) {
  const walk = (node, scopes) => {
    visitNodes(node, (child, parent) => {
      if (child !== node && isFunction(child)) {
        walk(child, [...scopes, child])
        return false
      }
      call(child, scopes, parent)
      return true
    })
  }
  walk(file.program, [file.program])
}

const nameIn = (scope, name) => `${scope.start} ${name}`
const isTainted = (file, scopes, name) => scopes.some(scope => file.tainted.has(nameIn(scope, name)))

/** Marks the variables that hold messages. @returns paths of files with functions that newly get one */
function spread(file, files) {
  const handed = new Set()
  const taint = (scope, name) => {
    const key = nameIn(scope, name)
    const isNew = !file.tainted.has(key)
    file.tainted.add(key)
    return isNew
  }
  const taintPattern = (pattern, scope, isWhole) => {
    const target = pattern?.type === 'AssignmentPattern' ? pattern.left : pattern
    if (target?.type === 'Identifier')
      return (isWhole || MESSAGE.has(target.name)) && taint(scope, target.name)
    if (target?.type !== 'ObjectPattern') return false
    return target.properties
      .map(property => {
        const key = property.key?.name ?? property.key?.value
        return property.type === 'Property' && taintPattern(property.value, scope, MESSAGE.has(key))
      })
      .some(Boolean)
  }
  for (let isMore = true; isMore; ) {
    isMore = false
    visitInScopes(file, (node, scopes) => {
      const scope = scopes.at(-1)
      if (scope.params && scopes.at(-1) === scope && node === scope) {
        for (const parameter of scope.params) if (taintPattern(parameter, scope, false)) isMore = true
      }
      if (
        node.type === 'VariableDeclarator' &&
        taintPattern(node.id, scope, isMessage(node.init, file, scopes))
      )
        isMore = true
      if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return
      const [target, called] = functionOf(node.callee.name, file, files)
      for (const [position, argument] of node.arguments.entries()) {
        const parameter = called?.params[position]
        if (!parameter || !isMessage(argument, file, scopes)) continue
        const name = parameter.type === 'AssignmentPattern' ? parameter.left.name : parameter.name
        if (name === undefined || target.tainted.has(nameIn(called, name))) continue
        target.tainted.add(nameIn(called, name))
        if (target === file) isMore = true
        else handed.add(target.path)
      }
    })
  }
  return handed
}

/** The file and the function that a name calls. */
function functionOf(name, file, files) {
  const own = file.functions.get(name)
  if (own) return [file, own]
  const { from, name: exported } = file.imports.get(name) ?? {}
  if (from === undefined) return []
  const path = from.startsWith('@/') ? from.slice(2) : normalize(join(dirname(file.path), from))
  const target = [`${path}.ts`, `${path}.tsx`, path].map(one => files.get(one)).find(Boolean)
  return [target, target?.functions.get(exported)]
}

/** Whether an expression is a message, or a part or a form of one. */
function isMessage(node, file, scopes) {
  const of = child => isMessage(child, file, scopes)
  switch (node?.type) {
    case 'Identifier':
      return isTainted(file, scopes, node.name)
    case 'MemberExpression':
      return MESSAGE.has(node.computed ? node.property.value : node.property.name)
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'AwaitExpression':
      return of(node.expression ?? node.argument)
    case 'LogicalExpression':
      return node.operator === '&&' ? of(node.right) : of(node.left) || of(node.right)
    case 'ConditionalExpression':
      return of(node.consequent) || of(node.alternate)
    case 'TemplateLiteral':
      return node.expressions.some(of)
    case 'BinaryExpression':
      return node.operator === '+' && (of(node.left) || of(node.right))
    case 'CallExpression':
      return (
        node.callee.type === 'MemberExpression' &&
        FORMS.has(node.callee.property.name) &&
        of(node.callee.object)
      )
    default:
      return false
  }
}

/** Whether an expression is a text, a pattern or a collection that is written in the source. */
function isFixed(node, file) {
  const of = child => isFixed(child, file)
  switch (node?.type) {
    case 'Literal':
      return 'regex' in node || (typeof node.value === 'string' && node.value.trim() !== '')
    case 'TemplateLiteral':
      return node.quasis.some(quasi => quasi.value.raw.trim() !== '')
    case 'ArrayExpression':
      return node.elements.some(of)
    case 'ObjectExpression':
      return node.properties.some(property => property.type === 'Property')
    case 'NewExpression':
      return node.arguments.some(of)
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return of(node.expression)
    case 'CallExpression':
      return node.callee.type === 'MemberExpression' && of(node.callee.object)
    case 'Identifier': {
      const init = file.fixed.get(node.name)
      return init !== undefined && init !== node && init?.type !== 'Identifier' && of(init)
    }
    default:
      return false
  }
}

const EQUALITY = new Set(['===', '!==', '==', '!='])

function problemsIn(file) {
  const problems = []
  visitInScopes(file, (node, scopes) => {
    const message = child => isMessage(child, file, scopes)
    const fixed = child => isFixed(child, file)
    const report = what => problems.push({ path: file.path, line: lineAt(file.source, node.start), what })
    if (node.type === 'BinaryExpression' && EQUALITY.has(node.operator)) {
      const sides = [node.left, node.right]
      if (sides.some(message) && sides.some(side => !message(side) && fixed(side)))
        report('compares a message')
    }
    if (node.type === 'BinaryExpression' && node.operator === 'in' && message(node.left) && fixed(node.right))
      report('looks a message up')
    if (node.type === 'SwitchStatement' && message(node.discriminant)) report('switches on a message')
    if (node.type === 'MemberExpression' && node.computed && message(node.property) && fixed(node.object))
      report('looks a message up')
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return
    const { object, property } = node.callee
    const [argument] = node.arguments
    if (QUESTIONS.has(property.name) && message(object) && fixed(argument))
      report(`asks a message (${property.name})`)
    else if (LOOKUPS.has(property.name) && message(argument) && fixed(object))
      report(`asks a message (${property.name})`)
  })
  return problems
}
