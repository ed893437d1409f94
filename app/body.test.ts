import { expect, test } from 'vitest'
import { readJson } from './body'

const post = (body: string) => new Request('http://127.0.0.1/', { method: 'POST', body })

test('JSON of a page is read', async () => {
  expect(await readJson(post('{"lines":["大阪"]}'))).toEqual({ lines: ['大阪'] })
})

test('a body that is not JSON, is too long, or is nested too deeply is not read', async () => {
  for (const body of [
    '',
    '{',
    '['.repeat(3_800_000),
    `${'['.repeat(65)}${']'.repeat(65)}`,
    `"${'x'.repeat(5_000_000)}"`,
  ])
    expect(await readJson(post(body))).toBeUndefined()
})
