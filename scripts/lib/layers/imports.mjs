import { lineAt, parseSource, visitNodes } from './syntax.mjs'

/**
 * Reads what a source imports and how it begins.
 * @param path decides whether the source has types and JSX
 * @returns `imports`: in order, `{specifier, line, type, dynamic}`; `type`: it is `import type` or `export type`, which
 *   disappears when compiled. `isServerOnly`: its first statement is `import 'server-only'`. `isBarrel`: it only
 *   exports what other files export. `environmentReads`: positions of `process.env` and the like.
 * @throws Error where the source cannot be parsed
 */
export function readModule(path, source) {
  const parsed = parseSource(path, source)
  const imports = importsOf(parsed, source)
  return {
    imports,
    isServerOnly: imports[0]?.specifier === 'server-only' && beginsWithImport(parsed, source),
    isBarrel: /\bexport\s*(type\s*)?[*{]/.test(source) && isBarrel(parsed.program),
    environmentReads: mayReadEnvironment.test(source) ? environmentReads(parsed.program) : [],
  }
}

/** Decides cheaply which sources are searched for reads of the environment. */
const mayReadEnvironment = /\bprocess\s*(\??\.\s*env\b|(\?\.)?\s*\[)|\bimport\.meta\.env\b/

function importsOf({ module, program }, source) {
  const found = [
    ...module.staticImports.map(({ start, moduleRequest }) => importAt(source, start, moduleRequest.value)),
    ...reexportsOf(module).map(({ start, specifier }) => importAt(source, start, specifier)),
    ...module.dynamicImports.flatMap(({ start, moduleRequest }) => {
      const specifier = literalOf(source.slice(moduleRequest.start, moduleRequest.end))
      return specifier === undefined ? [] : [importAt(source, start, specifier, true)]
    }),
  ]
  // The parser's record of the module knows neither `require` nor `typeof import('x')`.
  const callCount = source.match(/\bimport\s*\(/g)?.length ?? 0
  if (callCount > module.dynamicImports.length || /\brequire\s*\(/.test(source))
    visitNodes(program, node => {
      const { type, start } = node
      if (type === 'TSImportType') found.push({ ...importAt(source, start, node.source.value), type: true })
      if (type !== 'CallExpression' || node.callee.name !== 'require') return
      const [argument] = node.arguments
      if (typeof argument?.value === 'string') found.push(importAt(source, start, argument.value, true))
    })
  const byPosition = new Map(found.map(one => [one.position, one]))
  return [...byPosition.values()].sort((a, b) => a.position - b.position).map(({ position, ...one }) => one)
}

const importAt = (source, position, specifier, dynamic = false) => ({
  position,
  specifier,
  line: lineAt(source, position),
  type: !dynamic && /^(import|export)\s+type\b(?!\s*from\b|\s*,)/.test(source.slice(position)),
  dynamic,
})

/** Statements that export what another file exports; the parser may name a statement several times. */
function reexportsOf({ staticExports }) {
  return staticExports.flatMap(({ start, entries }) => {
    const specifier = entries.find(({ moduleRequest }) => moduleRequest)?.moduleRequest.value
    return specifier === undefined ? [] : [{ start, specifier }]
  })
}

/** The text of a string literal; undefined for other expressions. */
const literalOf = expression => /^(['"])(.*)\1$/s.exec(expression)?.[2]

/** Whether only comments are before the first import. */
function beginsWithImport({ module, comments }, source) {
  let before = source.slice(0, module.staticImports[0]?.start ?? 0)
  for (const { start, end } of comments) if (end <= before.length) before = blanked(before, start, end)
  return before.trim() === ''
}

const blanked = (text, start, end) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end)

/** Whether a program does nothing but import, and export what it did not declare. */
function isBarrel({ body }) {
  const isExport = ({ type, declaration }) =>
    type === 'ExportAllDeclaration' || (type === 'ExportNamedDeclaration' && !declaration)
  return body.some(isExport) && body.every(node => isExport(node) || node.type === 'ImportDeclaration')
}

/** Positions at which a program reads the environment: `process.env`, `process[…]` and `import.meta.env`. */
function environmentReads(program) {
  const positions = []
  visitNodes(program, node => {
    if (node.type !== 'MemberExpression') return
    const { object, property, computed } = node
    const isProcess = object.type === 'Identifier' && object.name === 'process'
    const isEnv = !computed && property.name === 'env'
    if ((isProcess && (computed || isEnv)) || (object.type === 'MetaProperty' && isEnv))
      positions.push(node.start)
  })
  return positions
}
