import { expect, test } from 'vitest'
import { readProgramJson } from './program-response'
import { receiveBody } from './receive-body'

const CHUNK = new Uint8Array(1000)

/** A request whose body arrives in chunks, without a length. @returns it, and how many bytes were taken */
function streamed(chunks: number, headers: HeadersInit = {}) {
  const taken = { bytes: 0 }
  const body = new ReadableStream(
    {
      pull: controller => {
        if (taken.bytes >= chunks * CHUNK.length) return controller.close()
        taken.bytes += CHUNK.length
        controller.enqueue(CHUNK)
      },
    },
    { highWaterMark: 0 },
  )
  const request = new Request('http://desk.example', {
    method: 'POST',
    body,
    headers,
    duplex: 'half',
  } as RequestInit)
  return { request, taken }
}

test('a body without a length is read up to the limit and no further', async () => {
  const good = streamed(5)
  expect(await receiveBody(good.request, 5000)).toHaveLength(5000)
  const large = streamed(1_000_000)
  expect(await receiveBody(large.request, 5000)).toBe('too-large')
  expect(large.taken.bytes).toBe(6000)
})

test('a body whose length is over the limit is not read', async () => {
  const { request, taken } = streamed(10, { 'content-length': '10000' })
  expect(await receiveBody(request, 5000)).toBe('too-large')
  expect(taken.bytes).toBe(0)
})

test('a compressed body is refused before it is read, because its bytes are not those of the file', async () => {
  for (const encoding of ['gzip', 'br', 'identity, gzip']) {
    const { request, taken } = streamed(3, { 'content-encoding': encoding })
    const refused = await receiveBody(request, 5000)
    if (!(refused instanceof Response)) throw new Error('A compressed body was read.')
    expect([refused.status, refused.headers.get('accept-encoding'), taken.bytes]).toEqual([
      415,
      'identity',
      0,
    ])
  }
  expect(await receiveBody(streamed(3, { 'content-encoding': 'Identity' }).request, 5000)).toHaveLength(3000)
})

test('a third body at the same time is refused with the time to wait, and may come again', async () => {
  const [one, two, three] = [streamed(3), streamed(3), streamed(3)]
  const first = [receiveBody(one.request, 5000), receiveBody(two.request, 5000)]
  const refused = await receiveBody(three.request, 5000)
  if (!(refused instanceof Response)) throw new Error('A third body was read.')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
  expect(three.taken.bytes).toBe(0)
  expect(await Promise.all(first)).toMatchObject([{ length: 3000 }, { length: 3000 }])
  expect(await receiveBody(three.request, 5000)).toHaveLength(3000)
})

test('a body that ends with an error is refused and leaves its place', async () => {
  for (let time = 0; time < 3; time++) {
    const body = new ReadableStream({ pull: controller => controller.error(new Error('reset')) })
    const request = new Request('http://desk.example', {
      method: 'POST',
      body,
      duplex: 'half',
    } as RequestInit)
    expect(await receiveBody(request, 5000)).toMatchObject({ status: 400 })
  }
})

test('JSON that is sent in chunks is limited, too', async () => {
  const { request, taken } = streamed(1_000_000)
  expect(await readProgramJson(request)).toBeUndefined()
  expect(taken.bytes).toBe(11_000)
  const good = new Request('http://desk.example', { method: 'POST', body: '{"confirm":3}' })
  expect(await readProgramJson(good)).toEqual({ confirm: 3 })
})
