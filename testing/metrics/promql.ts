/** A metric that an expression reads, with the labels that it compares. */
export interface Selector {
  readonly metric: string
  readonly labels: readonly string[]
}

/**
 * An aggregation or a match over labels, such as `by (le, path)`, and the metrics of the expression in its parentheses.
 */
export interface Grouping {
  readonly labels: readonly string[]
  readonly metrics: readonly string[]
}

/** What an expression of PromQL needs from the metrics. */
export interface QueryNeeds {
  readonly selectors: readonly Selector[]
  readonly groupings: readonly Grouping[]
}

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|\[[^\]]*\]|[a-zA-Z_:][\w:]*|\d[\w.]*|=~|!~|[!=<>]=|[^\s])/y
const NAME = /^[a-zA-Z_:]/
const OPERATORS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'inf', 'nan'])
const GROUPINGS = new Set(['by', 'without', 'on', 'ignoring', 'group_left', 'group_right'])

/**
 * Reads which metrics and labels an expression names. Whether its syntax is right is for `promtool` to say.
 * @throws if a parenthesis or a brace is not closed
 */
export function queryNeeds(expression: string): QueryNeeds {
  const tokens = tokensOf(expression)
  const selectors: Selector[] = []
  const groupings: Grouping[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? ''
    const next = tokens[at + 1]
    if (GROUPINGS.has(token) && next === '(') {
      const end = closing(tokens, at + 1)
      const labels = tokens.slice(at + 2, end).filter(name => name !== ',')
      groupings.push({ labels, metrics: metricsIn(tokens, end + 1) })
      at = end
    } else if (next === '{' && NAME.test(token)) {
      const end = closing(tokens, at + 1)
      selectors.push({ metric: token, labels: comparedLabels(tokens.slice(at + 2, end)) })
      at = end
    } else if (isMetric(tokens, at)) selectors.push({ metric: token, labels: [] })
  }
  return { selectors, groupings }
}

function tokensOf(expression: string): string[] {
  const tokens: string[] = []
  const pattern = new RegExp(TOKEN)
  for (let found = pattern.exec(expression); found; found = pattern.exec(expression))
    tokens.push(found[1] ?? '')
  return tokens
}

/** The metrics in the parentheses that begin at a token, as in `sum by (le) (…)`; none if none begin there. */
function metricsIn(tokens: readonly string[], open: number): string[] {
  if (tokens[open] !== '(') return []
  const inside = tokens.slice(open + 1, closing(tokens, open))
  return queryNeeds(inside.join(' ')).selectors.map(({ metric }) => metric)
}

const isMetric = (tokens: readonly string[], at: number): boolean => {
  const token = tokens[at] ?? ''
  if (!NAME.test(token) || OPERATORS.has(token.toLowerCase()) || GROUPINGS.has(token)) return false
  const next = tokens[at + 1] ?? ''
  // A function or an aggregation: sum(…), sum by (…) (…).
  return next !== '(' && !GROUPINGS.has(next)
}

/** The names before an operator in `kind="a",state=~"b|c"`. */
const comparedLabels = (tokens: readonly string[]): string[] =>
  tokens.filter((token, at) => NAME.test(token) && /^(=|!=|=~|!~)$/.test(tokens[at + 1] ?? ''))

/** The index of the bracket that closes the one at an index. */
function closing(tokens: readonly string[], open: number): number {
  const [opens, closes] = tokens[open] === '{' ? ['{', '}'] : ['(', ')']
  let depth = 0
  for (let at = open; at < tokens.length; at++) {
    if (tokens[at] === opens) depth++
    if (tokens[at] === closes && --depth === 0) return at
  }
  throw new Error(`not closed: ${tokens.slice(open).join(' ')}`)
}
