/**
 * Reads the imports of a TypeScript or JavaScript source. TypeScript 7 has no compiler API for JavaScript, and
 * a scanner that knows comments, strings and templates is enough for a language whose imports are plain.
 */

/**
 * The source with comments, and the insides of strings, templates and regular expressions, blanked; of the same length and
 * with the same line breaks, so that positions and lines stay true.
 */
export function mask(source) {
  const out = source.split('')
  const blank = (from, to) => {
    for (let at = from; at < to; at++) if (out[at] !== '\n') out[at] = ' '
  }
  // Depths of braces at which a template's `${` was opened: its `}` goes back into the template.
  const templates = []
  let depth = 0
  let at = 0
  const skipTemplate = () => {
    const from = at
    while (at < source.length) {
      if (source[at] === '\\') at += 2
      else if (source[at] === '`') {
        blank(from, at++)
        return
      } else if (source.startsWith('${', at)) {
        blank(from, at)
        templates.push(depth++)
        at += 2
        return
      } else at++
    }
    blank(from, at)
  }
  while (at < source.length) {
    const char = source[at]
    if (source.startsWith('//', at)) {
      const end = endOf(source, '\n', at)
      blank(at, end)
      at = end
    } else if (source.startsWith('/*', at)) {
      const end = endOf(source, '*/', at + 2) + 2
      blank(at, end)
      at = end
    } else if (char === "'" || char === '"') {
      const end = endOfString(source, at)
      if (end !== undefined) blank(at + 1, end)
      // An apostrophe in the text of JSX closes nowhere on its line; it opens no string.
      at = end === undefined ? at + 1 : end + 1
    } else if (char === '`') {
      at++
      skipTemplate()
    } else if (char === '/' && opensPattern(out, at)) {
      const end = endOfPattern(source, at)
      if (end !== undefined) blank(at + 1, end)
      at = end === undefined ? at + 1 : end + 1
    } else {
      if (char === '{') depth++
      if (char === '}' && templates.at(-1) === --depth) {
        templates.pop()
        at++
        skipTemplate()
        continue
      }
      at++
    }
  }
  return out.join('')
}

const endOf = (source, text, from) => {
  const found = source.indexOf(text, from)
  return found === -1 ? source.length : found
}

function endOfString(source, start) {
  for (let at = start + 1; at < source.length && source[at] !== '\n'; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === source[start]) return at
  }
  return undefined
}

/** A slash divides after a value and opens a pattern elsewhere. */
function opensPattern(out, at) {
  let before = at - 1
  while (before >= 0 && /\s/.test(out[before])) before--
  if (before < 0) return true
  if (/[\w$)\]}'"`<]/.test(out[before]))
    return /\b(return|typeof|case|in|of|do|else)$/.test(
      out.slice(Math.max(0, before - 9), before + 1).join(''),
    )
  return true
}

function endOfPattern(source, start) {
  let inClass = false
  for (let at = start + 1; at < source.length && source[at] !== '\n'; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '[') inClass = true
    else if (source[at] === ']') inClass = false
    else if (source[at] === '/' && !inClass) return at
  }
  return undefined
}

const forms = [
  {
    kind: 'static',
    pattern: /\b(?:import|export)\s*(type\b(?!\s*from\b|\s*,))?[\w$\s,{}*]*?\bfrom\s*(['"])/g,
  },
  { kind: 'static', pattern: /\bimport(\s*)(['"])/g },
  { kind: 'dynamic', pattern: /\b(?:import|require)(\s*)\(\s*(['"])/g },
]

/**
 * The imports of a source, in order: `{specifier, line, type, dynamic}`. `type` says that it is `import type` or
 * `export type`, which disappears when compiled.
 */
export function readImports(source, masked = mask(source)) {
  const found = new Map()
  for (const { kind, pattern } of forms)
    for (const match of masked.matchAll(pattern)) {
      const open = match.index + match[0].length
      const end = source.indexOf(match[2], open)
      found.set(open, {
        specifier: source.slice(open, end),
        line: lineAt(source, match.index),
        type: kind === 'static' && match[1]?.trim() === 'type',
        dynamic: kind === 'dynamic',
      })
    }
  return [...found].sort(([a], [b]) => a - b).map(([, one]) => one)
}

/** Whether a source does nothing but hand on what other files export. */
export function isBarrel(masked) {
  const reexport = /\bexport\s*(type\s*)?(\*(\s*as\s+[\w$]+)?|\{[^}]*\})\s*(from\s*(['"])\s*\5)?/g
  const statement = /\bimport\b[\w$\s,{}*]*?(['"])\s*\1/g
  if (!reexport.test(masked)) return false
  const rest = masked.replace(reexport, '').replace(statement, '')
  return /^[\s;]*$/.test(rest)
}

/** The line of a position, from 1. */
export const lineAt = (source, position) => source.slice(0, position).split('\n').length
