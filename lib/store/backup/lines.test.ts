import { expect, test } from 'vitest'
import { splitLines } from './lines'

const text = 'COPY draft (id) FROM stdin;\nA\u2028B\u2029C\u0085D\vE\fF\n\n山田 太郎\r\n\\.\n'
const lines = ['COPY draft (id) FROM stdin;', 'A\u2028B\u2029C\u0085D\vE\fF', '', '山田 太郎', '\\.']

test.each([1, 2, 3, 7, 1000])(
  'lines end at line feeds alone, whatever the texts contain, in chunks of %i bytes',
  size => {
    const found: string[] = []
    const push = splitLines(line => found.push(line))
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += size) push(bytes.subarray(at, at + size))
    expect(found).toEqual(lines)
  },
)
