import { expect, test } from 'vitest'
import { respond } from './respond'

test.each(['comes after all', 'fails'])(
  'a caller that disconnects while the next part %s ends the response once, without an error',
  async how => {
    let finish = () => {}
    const underWay = new Promise<void>(resolve => {
      finish = resolve
    })
    async function* parts(): AsyncGenerator<string> {
      yield 'x'.repeat(100_000)
      await underWay
      if (how === 'fails') throw new Error('what it is made of was closed')
      yield 'y'
    }
    const ends: unknown[] = []
    const reply = await respond(parts(), async error => void ends.push(error))
    const reader = reply.body?.getReader()
    await reader?.read()
    const late = reader?.read()
    await reader?.cancel()
    finish()
    expect(await late).toEqual({ done: true, value: undefined })
    await new Promise(setImmediate)
    expect(ends).toEqual([undefined])
  },
)

test('a caller that stops reading ends the response, which is recognisably incomplete', async () => {
  async function* parts(): AsyncGenerator<string> {
    for (;;) yield 'x'.repeat(100_000)
  }
  let reply: Response | undefined
  await new Promise<void>(resolve => {
    respond(parts(), async () => resolve(), {}, 20).then(response => {
      reply = response
    })
  })
  await expect(reply?.text()).rejects.toThrow('The reader took nothing for too long.')
})
