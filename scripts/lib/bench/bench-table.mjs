/** A measurement from a line of a bench; undefined when the line has none. */
export function readRow(line) {
  if (!line.startsWith('{')) return undefined
  try {
    const {
      name,
      ours,
      limit,
      unit = '',
      ratio = limit ? ours / limit : undefined,
      target,
    } = JSON.parse(line)
    if (typeof name !== 'string' || typeof ours !== 'number') return undefined
    const met = typeof target === 'number' ? (ratio ?? ours) <= target : undefined
    return { name, ours, limit, unit, ratio, target, met }
  } catch {
    return undefined
  }
}

/** A row as the texts of its cells. */
export const toCells = ({ name, ours, limit, unit, ratio, target, met }) => [
  name,
  show(ours, unit),
  show(limit, unit),
  show(ratio, '×'),
  target === undefined ? '' : `≤ ${show(target, ratio === undefined ? unit : '×')}`,
  met === undefined ? 'reported' : met ? 'met' : 'MISSED',
]

/** Rows of cells below a head, in columns. */
export function formatTable(rows) {
  const all = [['name', 'ours', 'peer or limit', 'ratio', 'target', 'met?'], ...rows]
  const widths = all[0].map((_, column) => Math.max(...all.map(row => row[column].length)))
  const line = row =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd()
  return [line(all[0]), widths.map(width => '-'.repeat(width)).join('  '), ...all.slice(1).map(line)].join(
    '\n',
  )
}

/** Three significant digits; more would be noise. */
function show(value, unit) {
  if (typeof value !== 'number') return ''
  const text =
    Math.abs(value) >= 1000 ? Math.round(value).toString() : Number(value.toPrecision(3)).toString()
  return unit === '×' ? `${text}×` : `${text} ${unit}`.trim()
}
