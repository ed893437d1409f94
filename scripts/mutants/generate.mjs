import { lineAt, parseSource, visitNodes } from '../lib/layers/syntax.mjs'

/**
 * A mutant is a small wrong change of a source: `replace` replaces `find`, the text between the positions `start` and
 * `end`. `line` counts from 1; `code` is that line without outer blanks.
 */

const comparisons = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
}
const arithmetic = { '+': '-', '-': '+', '*': '/', '/': '*' }
const logic = { '&&': '||', '||': '&&', '??': '&&' }
const steps = { '++': '--', '--': '++' }
const methods = { every: 'some', some: 'every', min: 'max', max: 'min' }
const binary = { ...comparisons, ...arithmetic, ...logic }

/** Every mutant of a TypeScript source that the rules below make, in the order of the source. */
export function mutantsOf(path, source) {
  const { program } = parseSource(path, source)
  const found = []
  const add = (start, end, replace) => {
    const from = source.lastIndexOf('\n', start - 1) + 1
    const to = source.indexOf('\n', start)
    const code = source.slice(from, to === -1 ? undefined : to).trim()
    found.push({ start, end, find: source.slice(start, end), replace, line: lineAt(source, start), code })
  }
  visitNodes(program, (node, parent) => {
    // Types are not executed.
    if (/^TS(Type|Interface|Enum|Module|Declare)/.test(node.type)) return false
    // A parenthesised part starts inside its parentheses, so the operator is searched between both sides.
    const operator = () => source.indexOf(node.operator, node.left.end)
    const swap = (at, table) =>
      table[node.operator] && add(at, at + node.operator.length, table[node.operator])
    rules[node.type]?.({ node, parent, source, add, swap, operator })
  })
  return found.sort((a, b) => a.start - b.start || a.end - b.end)
}

const rules = {
  BinaryExpression: ({ swap, operator }) => swap(operator(), binary),
  LogicalExpression: ({ swap, operator }) => swap(operator(), binary),
  UpdateExpression: ({ node, swap }) => swap(node.prefix ? node.start : node.end - 2, steps),
  UnaryExpression: ({ node, add }) => {
    if (node.operator === '!') add(node.start, node.start + 1, '')
    else if (node.operator === '-') add(node.start, node.start + 1, '+')
  },
  AssignmentExpression: ({ node, add, operator }) => {
    const other = { '+=': '-=', '-=': '+=', '||=': '=', '??=': '=' }[node.operator]
    if (other) add(operator(), operator() + node.operator.length, other)
  },
  Literal: ({ node, parent, add }) => {
    if (parent.type.startsWith('TS') && parent.type !== 'TSAsExpression') return
    if (typeof node.value === 'boolean') add(node.start, node.end, String(!node.value))
    else if (typeof node.value === 'number' && node.value < LARGE)
      add(node.start, node.end, String(node.value + 1))
    else if (typeof node.value === 'bigint') add(node.start, node.end, `${node.value + 1n}n`)
  },
  ConditionalExpression: ({ node, source, add }) => {
    const [test, yes, no] = [node.test, node.consequent, node.alternate].map(part => textOf(source, part))
    add(node.start, node.end, `${test} ? (${no}) : (${yes})`)
  },
  IfStatement: ({ node, add }) => {
    add(node.test.start, node.test.end, 'true')
    add(node.test.start, node.test.end, 'false')
  },
  ReturnStatement: ({ node, add }) => {
    // False has the same effect as nothing, and another rule negates true.
    const isBare = !node.argument || isNothing(node.argument) || typeof node.argument.value === 'boolean'
    if (!isBare) add(node.argument.start, node.argument.end, 'undefined')
  },
  ArrowFunctionExpression: ({ node, add }) => {
    // Another rule changes literals already.
    const isShort = node.expression && !isNothing(node.body) && node.body.type !== 'Literal'
    if (isShort && node.body.type !== 'ObjectExpression') add(node.body.start, node.body.end, 'undefined')
  },
  ExpressionStatement: ({ node, add }) => {
    if (node.expression.type === 'CallExpression') add(node.start, node.end, ';')
  },
  BreakStatement: ({ node, add }) => add(node.start, node.end, ';'),
  ContinueStatement: ({ node, add }) => add(node.start, node.end, ';'),
  CallExpression: ({ node, add }) => {
    const { callee } = node
    if (callee.type !== 'MemberExpression' || callee.computed) return
    const { name, start, end } = callee.property
    if (Object.hasOwn(methods, name)) add(start, end, methods[name])
    if (['trim', 'sort', 'toSorted', 'reverse', 'toReversed'].includes(name))
      add(callee.object.end, node.end, '')
  },
}

/** Numbers from here on are sizes and times, for which one more makes no difference. */
const LARGE = 1000

const isNothing = node => node.type === 'Identifier' && node.name === 'undefined'
const textOf = (source, { start, end }) => source.slice(start, end)
