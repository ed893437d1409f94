import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..', '..', '..', 'docs', 'decisions')

/** The beginning of a record's row in the list of decisions. */
function rowOf(name: string): string {
  const [, title = ''] = /^# \d{4}:? (.*)/.exec(readFileSync(join(folder, name), 'utf8')) ?? []
  return `| [${name.slice(0, 4)}](${name}) | ${title} |`
}

test('the list of decisions has a row for every record, with its title', () => {
  const rows = readFileSync(join(folder, 'README.md'), 'utf8')
    .split('\n')
    .filter(line => line.startsWith('| [0'))
  const records = readdirSync(folder).filter(name => /^\d{4}-/.test(name) && !name.startsWith('0000-'))
  expect(rows.map(row => row.split(' | ').slice(0, 2).join(' | ').concat(' |'))).toEqual(
    records.sort().map(rowOf),
  )
})
