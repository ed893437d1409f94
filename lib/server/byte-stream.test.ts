import { expect, test, vi } from 'vitest'
import { byteStream } from './byte-stream'

/** A download of `count` chunks that notes when it is released. */
function download(count: number, size = 10) {
  const state = { made: 0, released: 0 }
  async function* chunks() {
    try {
      for (; state.made < count; state.made++) yield Buffer.alloc(size, state.made)
    } finally {
      state.released++
    }
  }
  return { state, chunks: chunks() }
}

test('a completely read download is complete and is released once', async () => {
  const { state, chunks } = download(40, 100_000)
  const done = vi.fn()
  const bytes = new Uint8Array(await new Response(byteStream(chunks, { onEnd: done })).arrayBuffer())
  expect(bytes.length).toBe(4_000_000)
  expect([bytes[99_999], bytes[100_000], bytes.at(-1)]).toEqual([0, 1, 39])
  expect(state).toEqual({ made: 40, released: 1 })
  expect(done.mock.calls).toEqual([[undefined]])
})

test('an aborted download is released and not continued', async () => {
  const { state, chunks } = download(1000)
  const done = vi.fn()
  const reader = byteStream(chunks, { onEnd: done }).getReader()
  await reader.read()
  await reader.cancel()
  expect(state.released).toBe(1)
  expect(state.made).toBeLessThan(4)
  expect(done).toHaveBeenCalledTimes(1)
})

test('an aborted download does not end the server', async () => {
  let arrive = () => {}
  const arrived = new Promise<void>(resolve => {
    arrive = resolve
  })
  let isMaking = false
  let isReleased = false
  async function* slow() {
    try {
      isMaking = true
      await arrived
      yield Buffer.from('late')
    } finally {
      isReleased = true
    }
  }
  const stream = byteStream(slow())
  await expect.poll(() => isMaking).toBe(true)
  const ended = stream.cancel()
  arrive()
  await ended
  expect(isReleased).toBe(true)
})

test('a failed download ends with its error and is released', async () => {
  async function* failing() {
    yield Buffer.from('half')
    throw new Error('the disk is gone')
  }
  const done = vi.fn()
  const stream = byteStream(failing(), { onEnd: done })
  await expect(new Response(stream).text()).rejects.toThrow('the disk is gone')
  expect(done.mock.calls).toEqual([[expect.objectContaining({ message: 'the disk is gone' })]])
})

test('an unread download is released after a while', async () => {
  const { state, chunks } = download(1000)
  const stream = byteStream(chunks, { readTimeoutMs: 20 })
  await expect.poll(() => state.released).toBe(1)
  await expect(new Response(stream).text()).rejects.toThrow('took nothing')
})
